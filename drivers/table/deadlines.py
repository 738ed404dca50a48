"""How long each kind of command may take before the host gives it up. Pure values."""

from dataclasses import dataclass

from drivers.table.states import CommandKind


@dataclass(frozen=True, slots=True)
class CommandDeadlines:
    """Seconds of real time from the command to its end; `answer_s` to ACCEPTED or REJECTED, above what
    the link itself takes to give up."""

    answer_s: float = 6.0
    reset_s: float = 30.0
    cycle_s: float = 160.0
    """A good cycle takes about 60 s, one over 80 s is slow; a controller gives up at 150 s, and is to say so first."""
    raise_s: float = 12.0
    lower_s: float = 12.0
    dice_s: float = 6.0
    stop_s: float = 3.0

    def of(self, kind: CommandKind) -> float:
        """The deadline of a kind of command, in seconds."""
        return {
            CommandKind.RESET: self.reset_s,
            CommandKind.CYCLE: self.cycle_s,
            CommandKind.RAISE: self.raise_s,
            CommandKind.LOWER: self.lower_s,
            CommandKind.DICE: self.dice_s,
            CommandKind.STOP: self.stop_s,
        }[kind]

    def slowed(self, speed: float) -> "CommandDeadlines":
        """For a simulated table that runs at `speed` times real time: longer if it is slower, never shorter."""
        factor = max(1.0, 1.0 / speed)
        return CommandDeadlines(
            answer_s=self.answer_s,
            reset_s=self.reset_s * factor,
            cycle_s=self.cycle_s * factor,
            raise_s=self.raise_s * factor,
            lower_s=self.lower_s * factor,
            dice_s=self.dice_s * factor,
            stop_s=self.stop_s,
        )
