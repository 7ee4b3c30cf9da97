"""The task for both engines: keep a ball on top of a hill by tilting the box.

An action from -1 to 1 turns the box by up to 0.3 rad for two ticks of 1/120 s. An episode begins with a push to one
side and has at most 500 steps. It is lost when the ball is 100 units from the top. Each step until then has a reward of
1.
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
# Divisors of the ball's x, vx and w.
SCALE = np.array([100.0, 400.0, 40.0])
LIMIT = 4.0


def observation_space() -> gymnasium.spaces.Box:
    return gymnasium.spaces.Box(-LIMIT, LIMIT, (3,), np.float64)


def action_space() -> gymnasium.spaces.Box:
    return gymnasium.spaces.Box(-1.0, 1.0, (1,), np.float64)


def tilts(actions: Any) -> np.ndarray:
    """The tilts for some actions, in g, one per row. Raises `ValueError` if an action is NaN."""
    if np.isnan(actions).any():
        # Environments would keep the tilt, and a policy that has diverged would earn rewards.
        raise ValueError("an action is NaN; give numbers from -1 to 1")
    angles = MOST_ANGLE * np.asarray(actions, dtype=np.float64).reshape(-1).clip(-1, 1)
    tilts = np.empty((len(angles), 2))
    np.sin(angles, tilts[:, 0])
    np.cos(angles, tilts[:, 1])
    tilts[:, 1] *= -1
    return tilts


def observations(motion: np.ndarray) -> np.ndarray:
    """The observations for rows of x, vx and w."""
    return (motion / SCALE).clip(-LIMIT, LIMIT)


def push(random: np.random.Generator) -> float:
    """The push that begins an episode, in kg·units/s."""
    return float(random.uniform(-MOST_PUSH, MOST_PUSH))
