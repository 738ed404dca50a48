"""The solver: everything that 34 tiles can become, exactly: all ready hands, their waits, marks and worth. Pure."""

from referee.analysis.solver.existence import has_complete_hand, has_reaching_hand, has_ready_hand
from referee.analysis.solver.expectation import expectations
from referee.analysis.solver.judgement import Needs
from referee.analysis.solver.ready_hands import ReadyHands
from referee.analysis.solver.solution import BestHand, Solution, best_hands, solve
from referee.analysis.solver.standing import Order, Standing
from referee.analysis.solver.wall import Wall

__all__ = [
    "BestHand",
    "Needs",
    "Order",
    "ReadyHands",
    "Solution",
    "Standing",
    "Wall",
    "best_hands",
    "expectations",
    "has_complete_hand",
    "has_reaching_hand",
    "has_ready_hand",
    "solve",
]
