"""`pegboard firmware status`: prints the firmware and state of the USB board."""

import json
from dataclasses import asdict

from pegboard.cli.firmware.port import Port, connected
from pegboard.cli.line import Json
from pegboard.devices.usb_board.protocol.messages import Capability, Report, ResetCause, Welcome

_RESETS: dict[int, str] = {
    ResetCause.POWER: "power-on",
    ResetCause.RUN_PIN: "its RUN pin or a debugger",
    ResetCause.WATCHDOG: "its watchdog (it had stopped: please report this)",
    ResetCause.RESTART: "on request",
}
_CAN = {
    Capability.ENCODERS: "dials",
    Capability.LIMITER: "limits the current",
    Capability.RESTART_AS_DRIVE: "restarts for an update",
    Capability.WATCHDOG: "watchdog",
}


def status_command(port: Port = "", as_json: Json = False) -> int:
    """Prints the board's firmware and condition.

    Returns:
        The exit code: 0; 1 if an input of it is faulty; 2 where there is no board to ask.
    """
    with connected(port) as board:
        welcome, report = board.ready()
    if as_json:
        facts = asdict(welcome) | {"id": welcome.id.hex(), "version": welcome.version}
        print(json.dumps({"port": board.port, "welcome": facts, "report": asdict(report)}))
    else:
        print(f"{board.port}: {_firmware_text(welcome)}\n{_how(report)}")
    return 1 if report.faults else 0


def _firmware_text(welcome: Welcome) -> str:
    can = ", ".join(text for bit, text in _CAN.items() if welcome.capabilities & bit)
    return (
        f"firmware {welcome.version}, protocol {welcome.protocol}, board {welcome.id.hex()}\n"
        f"  up to {welcome.max_pixels} pixels and {welcome.inputs} inputs; never more than "
        f"{welcome.limit_mA} mA; {can}\n"
        f"  last reset: {_RESETS.get(welcome.reset, 'unknown')}"
    )


def _how(report: Report) -> str:
    seconds = report.uptime_ms // 1000
    hours, minutes = seconds // 3600, seconds // 60 % 60
    down = [str(number) for number in range(16) if report.levels >> number & 1]
    faulty = [str(number) for number in range(16) if report.faults >> number & 1]
    lines = [
        f"  up for {hours} h {minutes} min {seconds % 60} s; the LEDs draw {report.drawn_mA} mA",
        f"  pictures: {report.shown} shown, {report.replaced} superseded, "
        f"{report.limited} dimmed to the limit",
        f"  packets: {report.bad_packets} damaged, {report.refused} refused; "
        f"{report.lost_inputs} inputs lost",
        f"  inputs that are down: {', '.join(down) or 'none'}",
    ]
    if faulty:
        lines.append(
            f"  inputs that chatter and are ignored: {', '.join(faulty)}: look for a loose wire"
        )
    return "\n".join(lines)
