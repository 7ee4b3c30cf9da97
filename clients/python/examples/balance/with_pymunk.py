"""The task with pymunk: one space for each environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pymunk

import task


class BalanceEnv(gymnasium.Env):
    """One environment. Each episode has a space of its own."""

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(self) -> None:
        self.observation_space = task.observation_space()
        self.action_space = task.action_space()
        self._steps = 0
        self._build()

    def _build(self) -> None:
        self._space = pymunk.Space()
        hill = pymunk.Circle(self._space.static_body, 300, (0, -300))
        self._ball = pymunk.Body(1, pymunk.moment_for_circle(1, 0, 10))
        self._ball.position = (0, 10)
        circle = pymunk.Circle(self._ball, 10)
        hill.friction = circle.friction = 0.9
        self._space.add(hill, self._ball, circle)
        self._space.gravity = (0, -1000)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins an episode in a new space: a used one may remember its contacts."""
        super().reset(seed=seed)
        self._steps = 0
        self._build()
        self._ball.apply_impulse_at_world_point((task.push(self.np_random), 0), self._ball.position)
        return self._observation(), {}

    def step(self, action: Any) -> Any:
        """Steps the space."""
        x, y = task.tilts(action)[0]
        self._space.gravity = (1000 * x, 1000 * y)
        for _ in range(task.TICKS):
            self._space.step(1 / 120)
        self._steps += 1
        is_lost = bool(abs(self._ball.position.x) > task.EDGE)
        return self._observation(), float(not is_lost), is_lost, self._steps >= task.STEPS, {}

    def _observation(self) -> np.ndarray:
        ball = self._ball
        return task.observations(np.array([ball.position.x, ball.velocity.x, ball.angular_velocity]))
