"""What could happen: the hands that 34 tiles can become, the odds of a deal, and simulated players. Pure.

Each room answers its own questions and is imported by itself, so that nobody loads more than is asked for:

- `solver`: all ready hands of a wall, with waits, marks and worth. `solve(tiles, rules, situation)`; `ReadyHands` has
  them as arrays, `has_reaching_hand` says in a moment whether there is one.
- `build_help`: what a partly chosen hand can still become. `BuildHelp.of(tiles, rules, situation).after(chosen)`.
- `odds`: chances, live copies and safe tiles of a deal being played. `live_state(rules, deal)`, `could_build`; hand
  over `seen_by(deal, ...)` to ask as one seat.
- `players`: the characters of simulated players. `Character.CAREFUL.player(rules, rng)`.
- `playout`: matches between them. `Playout(rules, rng, players).play(most_deals)`.
- `study`: statistics of the game, counted and sampled.
- `operator`: what a simulated operator does next.

    >>> from referee.analysis.solver import solve
    >>> from referee.rules import Situation, load_rules
    >>> from referee.tiles import format_tiles, parse_tiles
    >>> wall = parse_tiles("12445568m12334567899p2345667779s14455z")
    >>> solution = solve(wall, load_rules("kaiji"), Situation(indicators=parse_tiles("7p")))
    >>> solution.ready_hands, format_tiles(solution.best[0].hand)
    (13078, '123456789p4455z')

What cannot be used raises an error derived from `referee.tiles.InputError`.
"""
