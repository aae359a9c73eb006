"""The training loop: learning rate, averaged weights, checkpoints, progress."""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import cv2
import torch
from torch import nn

Loss = Callable[[nn.Module, tuple[torch.Tensor, torch.Tensor]], dict[str, torch.Tensor]]

_STEADY = 0.6
_BFLOAT16 = {"avx512_bf16", "amx_bf16", "bf16"}
"""Linux flags of processors that compute in bfloat16."""


def set_threads(count: int) -> None:
    """Sets the threads of torch and OpenCV.

    Two busy torch processes on two cores slow each other down tenfold. OpenCV gets one thread: a
    forked loader would deadlock on a thread pool that does not exist in it.
    """
    torch.set_num_threads(count)
    cv2.setNumThreads(1)


def half() -> torch.autocast:
    """Returns a context that computes in bfloat16 if the processor supports it.

    Without support bfloat16 is emulated, ten times slower than float32.
    """
    return torch.autocast("cpu", torch.bfloat16, enabled=bool(_BFLOAT16 & _processor_flags()))


@functools.cache
def _processor_flags() -> set[str]:
    file = Path("/proc/cpuinfo")
    return set(file.read_text().split()) if file.exists() else set()


def rate_at(step: int, steps: int, highest: float) -> float:
    """Returns the learning rate: 100 steps warm-up, constant, then from 60 % cosine decay to 2 %.

    Until the decay starts, a run does not depend on `steps`, so a resumed run may change it.
    """
    falling = max(0.0, step / steps - _STEADY) / (1 - _STEADY)
    cosine = 0.5 * (1 + math.cos(math.pi * falling)) * 0.98 + 0.02
    return highest * min(1.0, (step + 1) / 100) * cosine


def reached(checkpoint: Path) -> int:
    """Returns the steps completed by an earlier run; 0 if there was none."""
    return int(torch.load(checkpoint)["step"]) if checkpoint.is_file() else 0


def fit(
    net: nn.Module,
    batches: Iterable[tuple[torch.Tensor, torch.Tensor]],
    loss: Loss,
    checkpoint: Path,
    *,
    steps: int,
    rate: float,
    decay: float,
    check: Callable[[nn.Module], str] | None = None,
) -> nn.Module:
    """Trains `net` for `steps`; returns it with averaged weights, in evaluation mode.

    Resumes from `checkpoint` if it exists, and writes it every 200 steps. `loss` returns named
    terms, which are summed; `check` evaluates the averaged net every 1000 steps.
    """
    net = net.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=decay)
    average = {name: value.clone() for name, value in net.state_dict().items()}
    first = 0
    if checkpoint.is_file():
        saved = torch.load(checkpoint)
        net.load_state_dict(saved["net"])
        optimiser.load_state_dict(saved["optimiser"])
        average, first = saved["average"], saved["step"]
    net.train()
    began, stream = time.monotonic(), iter(batches)
    sums: dict[str, float] = {}
    for step in range(first, steps):
        for group in optimiser.param_groups:
            group["lr"] = rate_at(step, steps, rate)
        terms = loss(net, next(stream))
        total = sum(terms.values())
        optimiser.zero_grad()
        total.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        _update(average, net, min(0.998, (step + 1) / (step + 11)))
        for name, value in terms.items():
            sums[name] = sums.get(name, 0.0) + float(value.detach()) / 100
        if (step + 1) % 100 == 0:
            spent = time.monotonic() - began
            shown = " ".join(f"{name} {value:.3f}" for name, value in sums.items())
            left = spent / (step + 1 - first) * (steps - step - 1) / 60
            print(f"step {step + 1}/{steps}  {shown}  {left:.0f} min left", flush=True)
            sums = {}
        if (step + 1) % 200 == 0 or step + 1 == steps:
            _save(checkpoint, net, optimiser, average, step + 1)
        if check is not None and ((step + 1) % 1000 == 0 or step + 1 == steps):
            print(check(averaged(net, average)), flush=True)
    return averaged(net, average)


def averaged(net: nn.Module, average: dict[str, torch.Tensor]) -> nn.Module:
    """Returns a copy of `net` with the averaged weights, for inference."""
    copy = type(net)().to(memory_format=torch.channels_last)
    copy.load_state_dict(average)
    return copy.eval()


def load_average(kind: type[nn.Module], checkpoint: Path) -> nn.Module:
    """Returns the averaged net from a checkpoint."""
    return averaged(kind(), torch.load(checkpoint)["average"])


def _update(average: dict[str, torch.Tensor], net: nn.Module, decay: float) -> None:
    with torch.no_grad():
        for name, value in net.state_dict().items():
            if value.dtype.is_floating_point:
                average[name].mul_(decay).add_(value, alpha=1 - decay)
            else:
                average[name].copy_(value)


def _save(
    path: Path,
    net: nn.Module,
    optimiser: torch.optim.Optimizer,
    average: dict[str, torch.Tensor],
    step: int,
) -> None:
    part = path.with_suffix(".part")
    state = {
        "net": net.state_dict(),
        "optimiser": optimiser.state_dict(),
        "average": average,
        "step": step,
    }
    torch.save(state, part)
    part.replace(path)
