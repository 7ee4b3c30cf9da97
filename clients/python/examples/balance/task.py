"""The task that both engines have: keep a ball on top of a hill by tilting the box.

An action from -1 to 1 turns the box by up to 0.3 rad for two ticks of 1/120 s. A push to one side begins an episode, of
at most 500 steps; it is lost when the ball is 100 units from the top. Each step until then is worth 1.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

TICKS = 2
STEPS = 500
EDGE = 100.0
MOST_ANGLE = 0.3
MOST_PUSH = 20.0
# What x, vx and w of the ball are divided by.
SCALE = np.array([100.0, 400.0, 40.0])
LIMIT = 4.0


def observation_space() -> gymnasium.spaces.Box:
    return gymnasium.spaces.Box(-LIMIT, LIMIT, (3,), np.float64)


def action_space() -> gymnasium.spaces.Box:
    return gymnasium.spaces.Box(-1.0, 1.0, (1,), np.float64)


def tilts(actions: Any) -> np.ndarray:
    """The tilts of some actions, in g, one a row."""
    angles = MOST_ANGLE * np.asarray(actions, dtype=np.float64).reshape(-1).clip(-1, 1)
    tilts = np.empty((len(angles), 2))
    np.sin(angles, tilts[:, 0])
    np.cos(angles, tilts[:, 1])
    tilts[:, 1] *= -1
    return tilts


def observations(motion: np.ndarray) -> np.ndarray:
    """What is observed of some rows of x, vx and w."""
    return (motion / SCALE).clip(-LIMIT, LIMIT)


def push(random: np.random.Generator) -> float:
    """The push that begins an episode, in kg·units/s."""
    return float(random.uniform(-MOST_PUSH, MOST_PUSH))
