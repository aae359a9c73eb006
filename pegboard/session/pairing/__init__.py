"""Pairing: codes, devices, and the press that accepts one."""

from pegboard.http.invitation import Invitation, Refused
from pegboard.session.pairing.devices import Device
from pegboard.session.pairing.errors import PairingFault
from pegboard.session.pairing.load import forget, open_pairing
from pegboard.session.pairing.registry import PairingRegistry

__all__ = [
    "Device",
    "Invitation",
    "PairingFault",
    "PairingRegistry",
    "Refused",
    "forget",
    "open_pairing",
]
