"""Who may act on the board from elsewhere: codes, devices, and a press that lets one in."""

from pegboard.pairing.devices import Device
from pegboard.pairing.door import Door
from pegboard.pairing.invitation import Invitation
from pegboard.pairing.opening import forget, open_door
from pegboard.pairing.refused import Refused

__all__ = ["Device", "Door", "Invitation", "Refused", "forget", "open_door"]
