"""The task with Tiltbox: many environments in one process, stepped together."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Sequence

import gymnasium
import numpy as np
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

import task
from tiltbox import Environments

SCENARIO = Path(__file__).with_name("hill.yaml")


class BalanceVectorEnv(gymnasium.vector.VectorEnv):
    """`num_envs` environments. After an episode has ended, the next step begins another one."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(self, num_envs: int = 1, jobs: int | None = None) -> None:
        self.num_envs = num_envs
        self.single_observation_space = task.observation_space()
        self.single_action_space = task.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        threads = [] if jobs is None else ["--jobs", str(jobs)]
        self._environments = Environments(
            num_envs, SCENARIO, "--body", "ball", *threads, ticks=task.TICKS, arrays=True
        )
        self._randoms = [np_random()[0] for _ in range(num_envs)]
        self._steps = np.zeros(num_envs, dtype=np.int64)
        self._ended = np.zeros(num_envs, dtype=bool)

    def reset(self, *, seed: Any = None, options: Any = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins an episode in each environment. If the seed is a number, it counts up from one to the next."""
        if isinstance(seed, (int, np.integer)):
            seed = [seed + index for index in range(self.num_envs)]
        seeds = [None] * self.num_envs if seed is None else list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds for {self.num_envs} environments; give one for each, or a number")
        for index, number in enumerate(seeds):
            if number is not None:
                self._randoms[index] = np_random(int(number))[0]
        self._ended[:] = False
        self._steps[:] = 0
        return task.observations(self._motion(self._begin(range(self.num_envs)))), {}

    def step(self, actions: Any) -> Any:
        """Steps all environments. The orders of a step are sent together and have one answer."""
        tilts, new = task.tilts(actions), self._ended
        if new.any():
            self._environments.step(tilts, more=True)
            rows = self._begin(np.flatnonzero(new).tolist())
        else:
            rows = self._environments.step(tilts)
        self._steps = np.where(new, 0, self._steps + 1)
        motion = self._motion(rows)
        terminations = np.abs(motion[:, 0]) > task.EDGE
        truncations = self._steps >= task.STEPS
        self._ended = terminations | truncations
        rewards = np.where(terminations | new, 0.0, 1.0)
        return task.observations(motion), rewards, terminations, truncations, {}

    def _begin(self, environments: Sequence[int]) -> np.ndarray:
        """Begins episodes in some environments; returns the rows of all."""
        self._environments.reset(environments, more=True)
        pushes = [
            {"environment": index, "impulse": {"body": "ball", "by": [task.push(self._randoms[index]), 0]}}
            for index in environments
        ]
        return self._environments.command(*pushes)

    def _motion(self, rows: np.ndarray) -> np.ndarray:
        return rows["bodies"][:, 0, [0, 3, 5]]

    def close_extras(self, **_: Any) -> None:
        """Ends the command."""
        self._environments.close()


class BalanceEnv(gymnasium.Env):
    """One environment."""

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(self) -> None:
        self.observation_space = task.observation_space()
        self.action_space = task.action_space()
        self._environments = Environments(1, SCENARIO, "--body", "ball", ticks=task.TICKS)
        self._steps = 0

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins an episode."""
        super().reset(seed=seed)
        self._steps = 0
        self._environments.reset(more=True)
        impulse = {"body": "ball", "by": [task.push(self.np_random), 0]}
        rows = self._environments.command({"impulse": impulse})
        return task.observations(self._motion(rows)), {}

    def step(self, action: Any) -> Any:
        """Steps the environment."""
        motion = self._motion(self._environments.step(task.tilts(action)))
        self._steps += 1
        is_lost = bool(abs(motion[0]) > task.EDGE)
        return task.observations(motion), float(not is_lost), is_lost, self._steps >= task.STEPS, {}

    def _motion(self, rows: Any) -> np.ndarray:
        ball = rows[0].bodies[0]
        return np.array([ball.x, ball.vx, ball.w])

    def close(self) -> None:
        """Ends the command."""
        self._environments.close()
