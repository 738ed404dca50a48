"""`python -m benchmarks.simulate`: how many deals a minute simulated players play by rules and game, each character.

Twice over: by processor time in one process, times two cores (what the work costs, whoever else uses the machine), and
by the clock in two processes, start included (what somebody waits for). Beside it the share of the processor time that
the game itself takes, which is that of folding the same events once more.
"""

import argparse
from random import Random

from benchmarks.clock import seconds
from referee.analysis.players import Character
from referee.analysis.playout import Playout
from referee.daemon.simulation.engine import EngineConfig, play_engine
from referee.game import Match, fold
from referee.rules import RuleSet, load_rules

CORES = 2
MATCHES = 40
WARM_MATCHES = 12  # so that the tables of suits are filled
ASKED = {Character.GREEDY: 10_000, Character.BEST_EXPECTATION: 1_000}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Deals a minute on two cores.")
    parser.add_argument("--rules", default="happy", help="Rule set: a preset or a file.")
    parser.add_argument("--deals", type=int, default=2_000, help="Deals of the run by the clock; 0 leaves it out.")
    arguments = parser.parse_args()
    rules = load_rules(arguments.rules)
    for character in Character:
        deal_s, game = measured(rules, character)
        rate = 60 * CORES / deal_s
        line = f"{character:17s} {1_000 * deal_s:6.2f} ms a deal ({game:4.0%} the game)  {rate:7,.0f} a minute"
        if arguments.deals:
            run = play_engine(EngineConfig(arguments.rules, (character,), deals=arguments.deals, jobs=CORES))
            line += f"  by the clock {60 * len(run.deals) / run.seconds:7,.0f}"
        if character in ASKED:
            line += f"  asked for {ASKED[character]:,}: {rate / ASKED[character]:.1f} times that"
        print(line)


def measured(rules: RuleSet, character: Character) -> tuple[float, float]:
    """Processor time of a deal, in seconds, and the share of it that the game takes."""
    played(rules, character, range(1_000, 1_000 + WARM_MATCHES))
    matches: list[Match] = []
    took_s = seconds(lambda: matches.extend(played(rules, character, range(MATCHES))))
    folded_s = seconds(lambda: [fold(match.events) for match in matches])
    return took_s / sum(len(match.deals) for match in matches), folded_s / took_s


def played(rules: RuleSet, character: Character, seeds: range) -> list[Match]:
    """Matches of at most eight deals in which everybody has this character."""
    return [Playout(rules, Random(seed), [character.player]).play(8) for seed in seeds]


if __name__ == "__main__":
    main()
