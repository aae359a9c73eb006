"""The installer, which runs as root, follows no links in the service's folder."""

from pathlib import Path

import pytest

from pegboard.config import parse
from pegboard.ops.settings.chosen import fixed_keys
from tests.support.install_steps import OWN_CONFIG, create_machine, run_steps
from tests.support.paths import ROOT


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    return create_machine(tmp_path)


@pytest.mark.parametrize("folder", [True, False])
def test_uninstaller_does_not_follow_links(machine: Path, folder: bool) -> None:
    elsewhere = machine / "elsewhere"
    elsewhere.mkdir() if folder else elsewhere.write_text("of the system")
    (machine / "state/config.kept.toml").symlink_to(elsewhere)
    run_steps(machine, "take_away")
    backup = machine / "state/config.kept.toml"
    assert not backup.is_symlink() and backup.read_text() == OWN_CONFIG
    if folder:
        assert list(elsewhere.iterdir()) == []
    else:
        assert elsewhere.read_text() == "of the system"


def test_installer_does_not_copy_linked_configuration(machine: Path) -> None:
    (machine / "etc/config.toml").unlink()
    (machine / "secret").write_text("only for root")
    backup = machine / "state/config.kept.toml"
    backup.symlink_to(machine / "secret")
    (machine / "usual").mkdir()
    (machine / "usual/config.toml").write_text("# usual\n")
    run_steps(machine, f"settings {machine}/usual")
    assert (machine / "etc/config.toml").read_text() == "# usual\n"
    (machine / "etc/config.toml").unlink()
    backup.unlink()
    backup.write_text(OWN_CONFIG)
    run_steps(machine, f"settings {machine}/usual")
    assert (machine / "etc/config.toml").read_text() == OWN_CONFIG and not backup.exists()


@pytest.mark.parametrize(("kiosk", "host"), [("", "0.0.0.0"), ("1", "127.0.0.1")])
def test_installer_enables_phones_by_setting_on_boards_with_screen(
    machine: Path, kiosk: str, host: str
) -> None:
    config = machine / "etc/config.toml"
    config.unlink()
    run_steps(machine, f"kiosk={kiosk}\nsettings {ROOT}/systemd")
    text = config.read_text()
    assert parse(text, "").web.host == host and parse(text, "").web.port == 8121
    assert ("web.phones" in fixed_keys(parse(text, ""), config)) == (host == "0.0.0.0")


def test_configuration_with_password_is_private(machine: Path) -> None:
    config = machine / "etc/config.toml"
    config.chmod(0o644)
    run_steps(machine, f"settings {machine}/usual")
    assert config.stat().st_mode & 0o777 == 0o644
    config.write_text('[camera]\nsource = "files:http://ann:secret@10.0.0.5/"\n')
    run_steps(machine, f"settings {machine}/usual")
    assert config.stat().st_mode & 0o777 == 0o640
