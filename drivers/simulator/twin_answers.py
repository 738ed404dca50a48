"""The answers that each command of a session had: the same command once more gets the same answers. Pure."""

from collections import OrderedDict
from typing import Final

from drivers.link.messages import BACKGROUND, Message

_COMMANDS_KEPT: Final = 16


class CommandAnswers:
    """The last commands by id, and which one is under way (`BACKGROUND` if none)."""

    def __init__(self) -> None:
        self.running = BACKGROUND
        self._answers: OrderedDict[int, list[Message]] = OrderedDict()

    def known(self, command_id: int) -> tuple[Message, ...] | None:
        """The answers that a command had; None for one that is new, which is remembered from now on."""
        answers = self._answers.get(command_id)
        if answers is not None:
            return tuple(answers)
        self._answers[command_id] = []
        while len(self._answers) > _COMMANDS_KEPT:
            self._answers.popitem(last=False)
        return None

    def add(self, command_id: int, answer: Message) -> None:
        """Remember an answer."""
        if command_id in self._answers:
            self._answers[command_id].append(answer)

    def ended(self) -> int:
        """The command that was under way is over; returns its id."""
        running, self.running = self.running, BACKGROUND
        return running
