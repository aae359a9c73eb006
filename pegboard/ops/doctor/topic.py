"""Topics of checks and their notices.

>>> topic = Topic("spi-buffer", _("SPI buffer"))
>>> topic.fault("too-small", _("A frame does not fit"), _("Make it larger")).code
'spi-buffer-too-small'
"""

from dataclasses import dataclass, replace

from pegboard.errors import PegboardError, fact_as_json
from pegboard.i18n import Message, _
from pegboard.notice import Fix, Level, Notice, verbatim


@dataclass(frozen=True, slots=True)
class Topic:
    """The subject of one check."""

    about: str
    """Id in kebab-case, with which the codes of its notices begin."""
    name: Message
    """Name for people, one or two words: `SPI buffer`."""

    def ok(self, text: Message) -> Notice:
        """Returns a notice without a problem."""
        return self._notice(Level.OK, "ok", text)

    def absent(self, text: Message) -> Notice:
        """Returns a notice that there is nothing to check."""
        return self._notice(Level.ABSENT, "absent", text)

    def warning(self, problem: str, text: Message, cure: str, fix: Fix | None = None) -> Notice:
        """Returns a warning about a possible problem; see `fault`."""
        return self._notice(Level.WARNING, problem, text, cure, fix)

    def fault(self, problem: str, text: Message, cure: str, fix: Fix | None = None) -> Notice:
        """Returns a notice about a fault.

        Args:
            problem: id of the problem in kebab-case, stable across versions.
            text: the problem, as a sentence.
            cure: the remedy; a command as the complete line to type.
            fix: fix that the service can apply.
        """
        return self._notice(Level.FAULT, problem, text, cure, fix)

    def error(self, error: PegboardError, cure: str = "", *, level: Level = Level.FAULT) -> Notice:
        """Returns a notice about an error, with the error's own code.

        Args:
            error: error to convert.
            cure: the remedy, if the error has none.
            level: severity.
        """
        return self.of(Notice.from_error(error, self.about, level=level), cure)

    def of(self, notice: Notice, cure: str = "") -> Notice:
        """Returns a notice under this topic, with separate sentences for fact and cure."""
        cure_message = notice.cure or (verbatim(cure) if cure else None)
        return replace(
            notice,
            about=self.about,
            name=self.name,
            text=_("{text:sentence}", text=notice.text),
            cure=cure_message and _("{text:sentence}", text=cure_message),
        )

    def _notice(
        self, level: Level, problem: str, text: Message, cure: str = "", fix: Fix | None = None
    ) -> Notice:
        cure_message = verbatim(cure) if cure else None
        facts = fact_as_json(
            {
                **text.facts,
                **(cure_message.facts if isinstance(cure, Message) and cure_message else {}),
            }
        )
        code = f"{self.about}-{problem}"
        return Notice(level, self.about, code, text, cure_message, facts, fix=fix, name=self.name)
