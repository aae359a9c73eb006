"""Checks of the sound device for speech."""

from pegboard.devices.sound_cards import DEFAULT, SoundCard, read_address, sound_cards
from pegboard.errors import ConfigError
from pegboard.i18n import _
from pegboard.notice import Notice
from pegboard.ops.doctor.probe import SystemProbe
from pegboard.ops.doctor.topic import Topic

ASOUND_CONF = "etc/asound.conf"
"""ALSA configuration file, which can make a card other than the first one the `default`."""


def sound(machine: SystemProbe) -> Notice:
    """Checks that the sound device exists, and lists those available."""
    topic, voice = Topic("sound", _("sound device")), machine.config.voice
    cards = sound_cards(machine.root)
    speaks = voice.speaker.startswith("espeak:")
    if not cards:
        if speaks:
            return topic.fault(
                "none",
                _("This machine has no sound device"),
                _('Plug in a USB speaker, or set speaker = "none" under [voice]'),
            )
        return topic.absent(_("This machine has no sound device."))
    listed = tuple(_("{name} ({address})", name=card.name, address=card.address) for card in cards)
    choose = _("Choose another under “Menu, Settings”, or as device under [voice]")
    try:
        address = read_address(voice.device)
    except ConfigError as error:
        return topic.error(error, choose)
    card = address.find(cards)
    if address.card and card is None:
        return topic.fault(
            "missing",
            _("{device} is not connected; there are: {cards}", device=voice.device, cards=listed),
            choose,
        )
    if card is not None and address.is_numbered:
        return topic.warning(
            "numbered",
            _("{device} may be another one when a card is plugged in", device=voice.device),
            _('Write device = "{address}" under [voice]', address=card.address),
        )
    if speaks and voice.device == DEFAULT and _is_screen_among_others(machine, cards):
        return topic.warning(
            "screen",
            _(
                "The board speaks through {name}, which is a screen; there are: {cards}",
                name=cards[0].name,
                cards=listed,
            ),
            choose,
        )
    if speaks:
        return topic.ok(
            _(
                "The board speaks through {device}; there are: {cards}.",
                device=voice.device,
                cards=listed,
            )
        )
    return topic.absent(_("The board could speak through: {cards}.", cards=listed))


def _is_screen_among_others(machine: SystemProbe, cards: list[SoundCard]) -> bool:
    """Returns whether the default device is an HDMI screen although another device exists."""
    screens = ["hdmi" in f"{card.id} {card.name}".lower() for card in cards]
    return screens[0] and not all(screens) and not machine.path(ASOUND_CONF).exists()
