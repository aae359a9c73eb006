"""Files by which Raspberry Pis and PCs are recognised, created in a folder."""

from pathlib import Path

MODELS = {
    "1": "Raspberry Pi Model B Plus Rev 1.2",
    "2": "Raspberry Pi 2 Model B Rev 1.1",
    "Zero": "Raspberry Pi Zero Rev 1.3",
    "Zero W": "Raspberry Pi Zero W Rev 1.1",
    "Zero 2 W": "Raspberry Pi Zero 2 W Rev 1.0",
    "3": "Raspberry Pi 3 Model B Plus Rev 1.3",
    "4": "Raspberry Pi 4 Model B Rev 1.4",
    "5": "Raspberry Pi 5 Model B Rev 1.0",
    "6": "Raspberry Pi 6 Model B Rev 1.0",
}
STEADY = {"3": "core_freq=250", "Zero 2 W": "core_freq=250", "4": "core_freq_min=500"}
STEADY |= {"Zero": "core_freq=250", "Zero W": "core_freq=250"}


def create_machine(
    root: Path,
    pi: str | None = None,
    *,
    spi: bool = False,
    eeprom: bool = False,
    config: str = "",
    steady: bool = True,
    bufsiz: int = 4096,
    modules: str = "",
    mem: bool = True,
) -> Path:
    """Creates a machine's files; returns its root.

    Args:
        root: an empty folder.
        pi: which Raspberry Pi; None for a PC.
        spi: whether SPI is on.
        eeprom: whether there is the SPI port of a Pi 5's bootloader.
        config: lines of config.txt.
        steady: whether config.txt also keeps the core clock from changing.
        bufsiz: of spidev.
        modules: loaded kernel modules.
        mem: whether there is /dev/mem.
    """
    files = {"proc/modules": modules, "dev/null": ""}
    if pi is not None:
        lines = [STEADY[pi]] if steady and pi in STEADY else []
        files["proc/device-tree/model"] = MODELS[pi] + "\0"
        files["boot/firmware/config.txt"] = "\n".join([*lines, config]) + "\n"
        files["dev/gpiochip0"] = ""
    if spi:
        files["dev/spidev0.0"] = files["dev/spidev0.1"] = ""
        files["sys/module/spidev/parameters/bufsiz"] = f"{bufsiz}\n"
    if eeprom:
        files["dev/spidev10.0"] = ""
    if mem:
        files["dev/mem"] = ""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root
