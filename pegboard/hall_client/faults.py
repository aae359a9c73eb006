"""The trouble with a hall, in words for the people at the board."""

from pegboard.chain.codes import UploadFault
from pegboard.errors import ConfigError, DeviceError, PegboardError, WireError
from pegboard.hall_client.codes import HallLink
from pegboard.hall_link.codes import TalkFault
from pegboard.tournament.codes import EventFault

OWN_WORDS = {
    UploadFault.UNKNOWN.value: HallLink.NOT_JOINED,
    TalkFault.NOT_JOINED.value: HallLink.NOT_JOINED,
    TalkFault.WRONG_CODE.value: HallLink.WRONG_CODE,
    UploadFault.REVOKED.value: HallLink.REVOKED,
    EventFault.NO_TABLE.value: HallLink.NO_TABLE,
}
"""The hall's reasons -> what the people at the board are told."""


def fault_of(error: Exception, hall: str, n: int) -> PegboardError:
    """Returns why a board has no connection.

    Args:
        error: that ended the last one, or kept it from being made.
        hall: its address.
        n: entries that it has not.
    """
    ours = isinstance(error, ConfigError | DeviceError)
    if ours and isinstance(error, PegboardError):
        return error
    if not isinstance(error, WireError):
        return DeviceError(HallLink.AWAY, hall=hall, n=n)
    if error.code is TalkFault.OTHER_HALL:
        return DeviceError(HallLink.OTHER, hall=hall)
    why = str(error.facts.get("code", error.code))
    known = OWN_WORDS.get(why)
    if known is HallLink.NOT_JOINED:
        return DeviceError(HallLink.NOT_JOINED, hall=hall, n=n)
    if known is not None:
        return DeviceError(known, hall=hall)
    return DeviceError(HallLink.REFUSED, hall=hall, why=why, n=n)
