"""Pairing: codes, devices, and a press that lets one in."""

from pegboard.session.pairing.devices import Device
from pegboard.session.pairing.errors import PairingFault, Refused
from pegboard.session.pairing.invitation import Invitation
from pegboard.session.pairing.load import forget, open_door
from pegboard.session.pairing.registry import Door

__all__ = ["Device", "Door", "Invitation", "PairingFault", "Refused", "forget", "open_door"]
