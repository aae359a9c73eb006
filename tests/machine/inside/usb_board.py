"""A simulated USB board on a virtual port of the kernel, which can be plugged and unplugged.

    python usb_board.py plug | unplug
    python usb_board.py serve        simulates the firmware on the other end of the port
    python usb_board.py press N      presses input N briefly
    python usb_board.py join         instead of `serve`: connects it to the port `notes`

The host side is the kernel's driver of USB serial ports with a real /dev/ttyACM0. The other end is
/dev/ttyGS0, with a model of the firmware, or with the emulated firmware outside the machine.
"""

import os
import select
import subprocess
import sys
import time
import tty
from contextlib import suppress
from pathlib import Path

GADGET = Path("/sys/kernel/config/usb_gadget/pegboard")
FINGERS = Path("/run/usb-board")
PORT = "/dev/ttyGS0"
OUTSIDE = "/dev/virtio-ports/notes"
DOWN_S = 0.1
NAMES = {
    "idVendor": "0x2e8a",
    "idProduct": "0x000a",
    "bDeviceClass": "0xef",
    "bDeviceSubClass": "2",
    "bDeviceProtocol": "1",
    "strings/0x409/manufacturer": "pegboard",
    "strings/0x409/product": "pegboard",
    "strings/0x409/serialnumber": "E6614C311B6A2B2A",
}
"""As `firmware/pico/usb.c` has them."""


def plug() -> None:
    for module in ("dummy_hcd", "libcomposite", "usb_f_acm", "cdc_acm"):
        subprocess.run(["modprobe", module], check=True)
    if not GADGET.exists():
        for folder in ("strings/0x409", "functions/acm.usb0", "configs/c.1/strings/0x409"):
            (GADGET / folder).mkdir(parents=True, exist_ok=True)
        for name, value in NAMES.items():
            (GADGET / name).write_text(value)
        (GADGET / "configs/c.1/acm.usb0").symlink_to(GADGET / "functions/acm.usb0")
    (controller,) = Path("/sys/class/udc").iterdir()
    (GADGET / "UDC").write_text(controller.name)


def serve() -> None:
    from model_board import ModelBoard  # type: ignore[import-not-found]

    board, port = ModelBoard(), -1
    pressed: list[tuple[float, int, bool]] = []
    if not FINGERS.exists():
        os.mkfifo(FINGERS)
    fingers = os.open(FINGERS, os.O_RDWR | os.O_NONBLOCK)
    while True:
        now = time.monotonic()
        try:
            if port < 0:
                port = os.open(PORT, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY)
                tty.setraw(port)
                board.reset(now)
            ready = select.select([port, fingers], [], [], 0.02)[0]
            if port in ready:
                if not (heard := os.read(port, 4096)):
                    raise OSError("unplugged")
                board.feed(heard, now)
            if fingers in ready:
                for word in os.read(fingers, 4096).split():
                    pressed += [(now, int(word), True), (now + DOWN_S, int(word), False)]
            while pressed and pressed[0][0] <= now:
                _, number, down = pressed.pop(0)
                board.press(number, down, now)
            board.tick(now)
            if said := board.take():
                os.write(port, said)
        except OSError:
            if port >= 0:
                os.close(port)
            port = -1
            time.sleep(0.2)


def join() -> None:
    outside, port = os.open(OUTSIDE, os.O_RDWR | os.O_NONBLOCK), -1
    while True:
        try:
            if port < 0:
                port = os.open(PORT, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY)
                tty.setraw(port)
            ready = select.select([port, outside], [], [], 0.2)[0]
            if port in ready:
                if not (heard := os.read(port, 4096)):
                    raise OSError("unplugged")
                os.write(outside, heard)
            if outside in ready:
                if not (said := os.read(outside, 4096)):
                    time.sleep(0.2)  # not connected
                with suppress(BlockingIOError):  # nobody reads: data is lost
                    os.write(port, said)
        except OSError:
            if port >= 0:
                os.close(port)
            port = -1
            time.sleep(0.2)


match sys.argv[1:]:
    case ["plug"]:
        plug()
    case ["unplug"]:
        (GADGET / "UDC").write_text("\n")
    case ["serve"]:
        serve()
    case ["join"]:
        join()
    case ["press", number]:
        FINGERS.write_text(f"{number}\n")
