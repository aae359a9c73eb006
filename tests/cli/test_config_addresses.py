"""`pegboard config check` refuses addresses at which no machine has a device."""

from pathlib import Path

import pytest

from pegboard.cli.app import run_line


@pytest.mark.parametrize(
    ("section", "key", "address", "message"),
    [
        ("board", "strip", "spi:/dev/spidev10.0", "the EEPROM that a Raspberry Pi 5 starts from"),
        ("board", "strip", "spi:/dev/spidev10.1,hz=2400000", "use spi: (data on GPIO 10)"),
        (
            "board",
            "strip",
            "ws281x:/dev/spidev10.0",
            "the EEPROM that a Raspberry Pi 5 starts from",
        ),
        (
            "board",
            "strip",
            "serial:/dev/spidev10.0",
            "the EEPROM that a Raspberry Pi 5 starts from",
        ),
        ("camera", "source", "v4l:rtsp://10.0.0.5/x", "must be a path such as /dev/video0"),
        ("voice", "device", "hdmi:", "is no sound device; must be default"),
        ("voice", "speaker", "espeak:/dev/snd/pcmC1D0p", "must be the path of a .wav file"),
        ("voice", "speaker", "espeak:dir/hw:1", "must be the path of a .wav file"),
        ("board", "strip", "spi:,chip=apa102", "chip must be one of ws2812b-v5, "),
        ("board", "strip", "spi:mock,idles=high", "unknown option 'idles=high'"),
        ("camera", "source", "files:rtsp://10.0.0.5/x", "because rtsp:// is not read; give the"),
        ("camera", "source", "files:RTSP://10.0.0.5:554/x", "such as files:http://10.0.0.5/snap"),
        ("camera", "source", "files:rtsps://10.0.0.5/x", "because rtsps:// is not read"),
        ("camera", "source", "files:rtmp://10.0.0.5/x", "must begin with http:// or https://"),
        ("camera", "source", "files:udp://@:5000", "because udp:// is not read"),
        ("camera", "source", "files:ftp://10.0.0.5/a.jpg", "because ftp:// is not read"),
        ("camera", "source", "rtsp://10.0.0.5/x", "because rtsp:// is not read"),
        ("camera", "source", "http://10.0.0.5/stream", "must begin with files:"),
        ("camera", "source", "files:http:/10.0.0.5/stream", "must be http://HOST/PATH"),
        ("camera", "source", "files:http://", "must be http://HOST/PATH"),
        ("camera", "source", "files:http://10.0.0.5:0/x", "must be http://HOST/PATH"),
        ("camera", "source", "files:http://10.0.0.5:http/x", "http://HOST:PORT/PATH"),
        ("camera", "source", "files:http://10.0.0.5 /x", "must be http://HOST/PATH"),
        ("camera", "source", "files:http://[::1/x", "must be http://HOST/PATH"),
        ("camera", "source", "picamera:front", "must be a number, or nothing"),
    ],
)
def test_config_check_refuses_invalid_address(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    section: str,
    key: str,
    address: str,
    message: str,
) -> None:
    file = tmp_path / "pegboard.toml"
    file.write_text(f'[{section}]\n{key} = "{address}"\n')
    assert run_line(["config", "check", str(file)]) == 2
    report = capsys.readouterr()
    assert report.out == ""
    assert report.err.startswith(f"pegboard: {file}: {section}.{key}: ") and message in report.err
    assert report.err.count("\n") == 1


@pytest.mark.parametrize(
    "address",
    [
        "files:rtsp://ann:secret@10.0.0.5/x",
        "http://ann:secret@10.0.0.5/x",
        "files:rtsp://10.0.0.5/x?usr=ann&pwd=secret",
    ],
)
def test_config_check_hides_password_in_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    file = tmp_path / "pegboard.toml"
    file.write_text(f'[camera]\nsource = "{address}"\n')
    assert run_line(["config", "check", str(file)]) == 2
    report = capsys.readouterr().err
    assert "10.0.0.5/x" in report and "secret" not in report


@pytest.mark.parametrize(
    ("section", "key", "address"),
    [
        ("board", "strip", "spi:"),
        ("board", "strip", "spi:/dev/spidev1.0,chip=sk6812"),
        ("board", "strip", "spi:mock,idle=high"),
        ("camera", "source", "auto"),
        ("camera", "source", "none"),
        ("camera", "source", "files:"),
        ("camera", "source", "files:/home/ann/pictures"),
        ("camera", "source", "files:http://10.0.0.5/stream.mjpg"),
        ("camera", "source", "files:HTTP://10.0.0.5:8080/snapshot.jpg?user=ann"),
        ("camera", "source", "files:https://ann:secret@camera.local/shot.jpg"),
        ("camera", "source", "files:http://[fe80::1]:8080/video"),
        ("camera", "source", "picamera:1"),
        ("camera", "source", "v4l:/dev/video0"),
    ],
)
def test_config_check_accepts_valid_address(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], section: str, key: str, address: str
) -> None:
    file = tmp_path / "pegboard.toml"
    file.write_text(f'[{section}]\n{key} = "{address}"\n')
    assert run_line(["config", "check", str(file)]) == 0
    assert capsys.readouterr().err == ""
