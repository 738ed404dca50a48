"""`junanaho odds`: who will win a deal of a record17, event by event, or everything that is live after one event."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.tiles import InputError, NotAllowedError

if TYPE_CHECKING:
    from referee.daemon.record_moments import Moment
    from referee.daemon.weigher import Weigher
    from referee.display.views.live import LiveFacts

_EXAMPLE = "Example: junanaho odds match.json --deal 2 --after 14"
_MOST_GUESSES = 100_000


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("odds", epilog=_EXAMPLE)(odds)


def odds(
    record: Annotated[Path, typer.Argument(metavar="RECORD.json", help="A record17 file, complete or not.")],
    deal: Annotated[int | None, typer.Option(metavar="N", help="The number of the deal; else the last one.")] = None,
    after: Annotated[
        int | None,
        typer.Option(metavar="N", help="The seq of an event: everything live after it. Else the chances by event."),
    ] = None,
    model: Annotated[
        str,
        typer.Option(
            metavar="MODEL",
            help="How discards are taken to be chosen: keeps_own_waits (evenly, own waits last) or uniform (evenly).",
        ),
    ] = "keeps_own_waits",
    seat: Annotated[
        str | None, typer.Option(metavar="A|B|C|D", help="Only what the player at this seat can see.")
    ] = None,
    guesses: Annotated[
        int, typer.Option(metavar="N", help="Guess hidden hands so often; 0: a hidden hand is taken never to win.")
    ] = 0,
    seed: Annotated[int, typer.Option(metavar="S", help="The seed of what is sampled.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Tell who will win a deal and with what chance, from what the record shows of it."""
    from referee.daemon.record_moments import moment_after, moments

    found = moments(record, deal)
    weigher = _weigher(found[0], model, seat, guesses, seed)
    if after is not None:
        _tell_moment(moment_after(found, after), weigher, json=json)
    else:
        _tell_course(found, weigher, json=json)


def _tell_moment(moment: "Moment", weigher: "Weigher", *, json: bool) -> None:
    """Everything that is live at one moment."""
    live, possible = weigher.live(moment), weigher.possible(moment)
    if not json:
        from referee.daemon.odds_words import print_moment

        print_moment(moment, live, possible)
        return
    from referee.daemon.console import print_json
    from referee.display.views.plain import as_json

    told = {"deal": moment.deal.no, **_fields(moment), "live": live, "possible_hands": possible}
    print_json(as_json(told))


def _tell_course(found: "Sequence[Moment]", weigher: "Weigher", *, json: bool) -> None:
    """The chances from discard to discard."""
    course, possible = list(_course(found, weigher)), weigher.possible(found[-1])
    if not json:
        from referee.daemon.odds_words import print_course

        print_course(course, possible)
        return
    from referee.daemon.console import print_json
    from referee.display.views.plain import as_json

    rows = [{**_fields(moment), "is_dead": live.is_dead, "odds": live.odds} for moment, live in course]
    print_json(as_json({"deal": found[0].deal.no, "course": rows, "possible_hands": possible}))


def _course(found: "Sequence[Moment]", weigher: "Weigher") -> "Iterator[tuple[Moment, LiveFacts]]":
    """The moments that change chances: hands that stand, and every discard."""
    from referee.game import EventType

    started = False
    for moment in found:
        if moment.event.type is EventType.DISCARD or not started:
            live = weigher.live(moment)
            if live is not None:
                started = True
                yield moment, live


def _fields(moment: "Moment") -> dict[str, object]:
    from referee.tiles import format_tile

    event, deal = moment.event, moment.deal
    return {
        "after": moment.after,
        "event": event.type.value,
        "seat": event.by,
        "tile": None if event.tile is None else format_tile(event.tile),
        "discards": len(deal.discards),
        "turn": deal.turn,
        "phase": deal.phase.value,
    }


def _weigher(moment: "Moment", model: str, seat: str | None, guesses: int, seed: int) -> "Weigher":
    from referee.analysis.odds import DiscardModel
    from referee.daemon.weigher import Weigher

    models = [known.value for known in DiscardModel]
    if model not in models:
        raise InputError(f"--model is '{model[:40]}': expected one of {', '.join(models)}")
    seats = {known.value: known for known in moment.deal.seats}
    if seat is not None and seat not in seats:
        raise NotAllowedError(f"--seat is '{seat[:10]}': expected one of {', '.join(seats)}")
    if not 0 <= guesses <= _MOST_GUESSES:
        raise InputError(f"--guesses is {guesses}: expected a number from 0 to {_MOST_GUESSES}")
    return Weigher(DiscardModel(model), None if seat is None else seats[seat], guesses, seed)
