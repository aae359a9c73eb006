"""The board in a smart home: reported over MQTT, discovered by Home Assistant.

    homeassistant/device/pegboard_ID/config   the entities (retained; Home Assistant's discovery)
    pegboard/ID/online                        online | offline (retained; the last will)
    pegboard/ID/state                         scores, dealer, stage … (retained, JSON)
    pegboard/ID/light                         the strip as a lamp (retained, JSON)
    pegboard/ID/event                         the latest event (JSON)
    pegboard/ID/undo/set  new_game/set  light/set    commands

Only a watcher's view is published: never a hidden card. A lost broker
stops nothing; everything is published again when it is back, every minute, and when Home Assistant
starts. aiomqtt is loaded only if a broker is configured. `hall.py` tells a hall's tables and
standings the same way, on the same connection (`link.py`).
"""
