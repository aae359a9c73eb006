"""The board in a smart home: reported over MQTT, discovered by Home Assistant.

    homeassistant/device/pegboard_ID/config   what there is (retained; Home Assistant's discovery)
    pegboard/ID/online                        online | offline (retained; the last will)
    pegboard/ID/state                         scores, dealer, stage … (retained, JSON)
    pegboard/ID/light                         the strip as a lamp (retained, JSON)
    pegboard/ID/event                         what just happened (JSON)
    pegboard/ID/undo/set  new_game/set  light/set    commands

What is told is what somebody who only looks on may see: no hidden card is in it. A broker that is
gone stops nothing; everything is told again when it is back, every minute, and when Home Assistant
begins. aiomqtt is loaded only where a broker is configured.
"""
