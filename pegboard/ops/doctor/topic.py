"""Topics of checks, and the notices about them.

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
    """The id for programs, in kebab-case: the codes of its notices begin with it."""
    name: Message
    """The name for people, in a word or two: `SPI buffer`."""

    def ok(self, text: Message) -> Notice:
        """Returns a notice that all is well."""
        return self._notice(Level.OK, "ok", text)

    def absent(self, text: Message) -> Notice:
        """Returns a notice that there is nothing to check."""
        return self._notice(Level.ABSENT, "absent", text)

    def warning(self, what: str, text: Message, cure: str, fix: Fix | None = None) -> Notice:
        """Returns a warning: it works, but may not for long; see `fault`."""
        return self._notice(Level.WARNING, what, text, cure, fix)

    def fault(self, what: str, text: Message, cure: str, fix: Fix | None = None) -> Notice:
        """Returns a notice that it does not work.

        Args:
            what: what is wrong, in kebab-case, the same in every version.
            text: the fact, as a plain sentence.
            cure: what to do; where it is a command, the whole line to type.
            fix: what the service can do about it.
        """
        return self._notice(Level.FAULT, what, text, cure, fix)

    def error(self, error: PegboardError, cure: str = "", *, level: Level = Level.FAULT) -> Notice:
        """Returns a notice about an error, with the error's own code.

        Args:
            error: what is wrong.
            cure: what to do where the error knows no cure.
            level: how bad it is.
        """
        return self.of(Notice.from_error(error, self.about, level=level), cure)

    def of(self, notice: Notice, cure: str = "") -> Notice:
        """Returns a notice about another one, with separate sentences for the fact and the cure."""
        told = notice.cure or (verbatim(cure) if cure else None)
        return replace(
            notice,
            about=self.about,
            name=self.name,
            text=_("{text:sentence}", text=notice.text),
            cure=told and _("{text:sentence}", text=told),
        )

    def _notice(
        self, level: Level, what: str, text: Message, cure: str = "", fix: Fix | None = None
    ) -> Notice:
        told = verbatim(cure) if cure else None
        facts = fact_as_json(
            {**text.facts, **(told.facts if isinstance(cure, Message) and told else {})}
        )
        code = f"{self.about}-{what}"
        return Notice(level, self.about, code, text, told, facts, fix=fix, name=self.name)
