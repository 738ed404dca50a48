"""Faults in the whole pipeline, pixels and the model included: no wrong tile in the record, whatever goes wrong."""

from pathlib import Path

import pytest

from referee.daemon.simulation.full import FullConfig, play_full
from referee.journal import judge, to_record17

pytestmark = [pytest.mark.full, pytest.mark.verify, pytest.mark.timeout(900)]
EXAMPLES = Path(__file__).parents[3] / "config" / "faults"

TABLE = """\
faults:
- {fault: TILE_JAM_HEAD, side: 2, when: {deal: 1, state: STACKING, stacks: 9}}
- {fault: ODD_TILE, side: 2, when: {deal: 1, state: WALLS_UP}}
- {line: unplug, for: 2, when: {deal: 1, discard: 3}}
- {fault: OVERTEMP, when: {deal: 1, discard: 7}}
- {power: reboot, for: 0.5, when: {deal: 2, state: RAISING}}
- {line: garbage, for: 3, when: {deal: 2, discard: 3}}
"""


@pytest.mark.parametrize(
    ("script", "deals", "seed"),
    [
        pytest.param(TABLE, 2, 11, id="table"),
        pytest.param((EXAMPLES / "cameras.yaml").read_text(encoding="utf-8"), 1, 11, id="cameras"),
    ],
)
def test_no_wrong_tile_is_recorded_whatever_goes_wrong(tmp_path: Path, script: str, deals: int, seed: int) -> None:
    path = tmp_path / "faults.yaml"
    path.write_text(script, encoding="utf-8")
    run = play_full(FullConfig("happy", deals=deals, seed=seed, faults=path))
    discards = [sum(len(river) for river in deal.rivers.values()) for match in run.matches for deal in match.deals]
    print(
        f"{deals} deals, {discards} discards, {run.comparison.tiles} tiles, {run.questions} asked, {run.seconds:.0f} s"
    )
    assert run.comparison.differences == ()
    assert run.comparison.tiles > 100 * deals
    assert len(discards) == deals
    for match in run.matches:
        judgement = judge(to_record17(match))
        assert judgement.ok, judgement
