"""`pegboard hall doctor`: finds problems of a hall and their cures."""

from pathlib import Path
from typing import Annotated

import typer

from pegboard.cli.doctor import report
from pegboard.cli.line import ConfigFile, Json
from pegboard.config import Config, WebConfig
from pegboard.errors import ConfigError
from pegboard.hall.maintenance.facts import read_facts
from pegboard.hall.service.config import HallConfig, load_hall
from pegboard.ops.doctor.checks.hall import examine_hall
from pegboard.ops.doctor.probe import SystemProbe, fetch

CONNECTED = "pegboard_hall_mqtt_connected "


def doctor_command(
    folder: Annotated[Path | None, typer.Option(help="Folder of the hall.")] = None,
    config: ConfigFile = None,
    as_json: Json = False,
) -> int:
    """Examines a hall and its machine, and prints the findings.

    Returns:
        0 if nothing is wrong, 1 if something is.
    """
    chosen, wrong = HallConfig(), None
    try:
        chosen = load_hall(config) if config else chosen
    except ConfigError as error:
        wrong = error
    place = folder or Path(chosen.folder).expanduser()
    web, mqtt = chosen.web, chosen.mqtt.broker
    machine = SystemProbe(
        config=Config(web=WebConfig(host=web.host, port=web.port)),
        state=place,
        config_file=config,
        config_fault=wrong,
        unit="pegboard-hall",
    )
    metrics = fetch(f"http://{_reached(web.host)}:{web.port}/metrics") if mqtt != "none" else None
    facts = read_facts(
        place,
        chosen.database,
        chosen.database_password_file,
        broker="" if mqtt == "none" else mqtt,
        connected=f"\n{CONNECTED}1" in metrics if metrics and CONNECTED in metrics else None,
    )
    return report(examine_hall(machine, facts), as_json=as_json)


def _reached(host: str) -> str:
    return "127.0.0.1" if host == "0.0.0.0" else host
