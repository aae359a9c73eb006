"""The board in a smart home: published over MQTT, discovered by Home Assistant.

homeassistant/device/pegboard_ID/config   the entities (retained; Home Assistant's discovery)
pegboard/ID/online                        online | offline (retained; the last will)
pegboard/ID/state                         scores, dealer, stage … (retained, JSON)
pegboard/ID/light                         the strip as a lamp (retained, JSON)
pegboard/ID/event                         the latest event (JSON)
pegboard/ID/undo/set  new_game/set  light/set    commands

Only a watcher's view is published, never a hidden card. Losing the broker affects nothing else;
everything is published again after reconnecting, every minute, and when Home Assistant starts.
aiomqtt is imported only if a broker is configured. `hall.py` publishes a hall's tables and
standings over the same kind of connection (`link.py`).
"""
