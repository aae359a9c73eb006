"""Pairing of devices: codes, requests, and the press of OK that accepts a request."""

from pegboard.http.invitation import Invitation, Refused
from pegboard.pairing.devices import Device
from pegboard.pairing.errors import PairingFault
from pegboard.pairing.load import open_pairing, reset_pairing
from pegboard.pairing.registry import PairingRegistry

__all__ = [
    "Device",
    "Invitation",
    "PairingFault",
    "PairingRegistry",
    "Refused",
    "open_pairing",
    "reset_pairing",
]
