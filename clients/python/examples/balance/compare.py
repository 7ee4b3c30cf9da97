"""Checks both environments with Gymnasium, compares the ball's motion, and measures steps per second in turns.

    python compare.py [SECONDS]     each environment has five turns of this length; 1 if absent
"""

from __future__ import annotations

import os
import resource
import statistics
import sys
import time
import warnings
from typing import Any

import gymnasium
import numpy as np
import pymunk
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

import with_pymunk
import with_tiltbox


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    check()
    check_mistakes()
    compare_vector_with_single()
    compare_engines()
    measure(seconds)


def check() -> None:
    """Runs Gymnasium's own checks; a warning is an error."""
    for name, make in [("Tiltbox", with_tiltbox.BalanceEnv), ("pymunk", with_pymunk.BalanceEnv)]:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            # Unregistered environments have no spec by which Gymnasium could make them again.
            warnings.filterwarnings("ignore", message=".*spec")
            check_env(env := make(), skip_render_check=True)
            env.close()
        print(f"check_env: {name} passes")


def check_mistakes() -> None:
    """Checks that seeds may be NumPy's numbers, and that wrong seeds and actions raise `ValueError`."""
    vector = with_tiltbox.BalanceVectorEnv(2)
    first = vector.reset(seed=3)[0]
    for seed in (np.int64(3), [3, 4], np.array([3, 4])):
        assert np.array_equal(vector.reset(seed=seed)[0], first)
    for mistake in (
        lambda: vector.reset(seed=[3]),
        lambda: vector.reset(seed=[3, 4, 5]),
        lambda: vector.step([[0.0], [np.nan]]),
        lambda: vector.step([[0.0]]),
    ):
        try:
            mistake()
        except ValueError:
            continue
        raise AssertionError("a wrong seed or action is accepted")
    vector.close()


def compare_vector_with_single(count: int = 8) -> None:
    """Checks that the vector environment equals Gymnasium's own vector of single ones, bit for bit."""
    vector = with_tiltbox.BalanceVectorEnv(count)
    single = SyncVectorEnv([with_tiltbox.BalanceEnv] * count)
    random, ends = np.random.default_rng(1), 0
    assert np.array_equal(vector.reset(seed=3)[0], single.reset(seed=3)[0])
    for _ in range(1200):
        actions = random.uniform(-1, 1, (count, 1))
        (*ours, _), (*theirs, _) = vector.step(actions), single.step(actions)
        assert all(np.array_equal(a, b) for a, b in zip(ours, theirs))
        assert ours[0] in vector.observation_space
        ends += int((ours[2] | ours[3]).sum())
    vector.close()
    single.close()
    print(f"vector environment: the same bits as {count} single ones over {ends} episodes")


def compare_engines() -> None:
    """Checks that both engines move the ball alike until the unstable balance amplifies small differences."""
    ours, theirs = with_tiltbox.BalanceEnv(), with_pymunk.BalanceEnv()
    worst = 0.0
    for seed in range(20):
        pair = [ours.reset(seed=seed)[0], theirs.reset(seed=seed)[0]]
        random = np.random.default_rng(seed)
        for _ in range(30):
            worst = max(worst, float(np.abs(pair[0] - pair[1])[0]))
            action = random.uniform(-1, 1, 1)
            pair = [ours.step(action)[0], theirs.step(action)[0]]
    ours.close()
    print(f"half a second of 20 episodes: x differs by at most {100 * worst:.3f} units between the engines")
    assert 100 * worst < 0.5


class Contestant:
    """An environment, its speed, and its processor time in this process and its children."""

    def __init__(self, env: Any, count: int | None) -> None:
        self.env, self.count = env, count
        self.rates: list[float] = []
        self.steps, self.seconds = 0, 0.0
        env.reset(seed=0)

    def turn(self, seconds: float) -> None:
        """Steps for some seconds under random actions."""
        actions = np.random.default_rng(0).uniform(-1, 1, (64, self.count or 1, 1))
        done, start, own = 0, time.perf_counter(), time.process_time()
        while (passed := time.perf_counter() - start) < seconds:
            if self.count is None:
                done += self.run_single(actions[:, 0])
            else:
                self.env.step(actions[done // self.count % 64])
                done += self.count
        self.rates.append(done / passed)
        self.steps += done
        self.seconds += time.process_time() - own

    def run_single(self, actions: np.ndarray) -> int:
        """Steps a single environment, without a wrapper."""
        for action in actions:
            *_, is_lost, is_over, _ = self.env.step(action)
            if is_lost or is_over:
                self.env.reset()
        return len(actions)

    def close(self) -> float:
        """Closes the environment; returns the processor seconds per step."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.env.close()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.seconds += after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return self.seconds / self.steps


def measure(seconds: float) -> None:
    cores = os.cpu_count() or 1
    contestants: dict[str, Contestant] = {}
    for count in (1, 16, 64, 256, 512, 1024):
        contestants[f"Tiltbox, {count} environments, {min(count, cores)} threads"] = Contestant(
            with_tiltbox.BalanceVectorEnv(count), count
        )
    contestants["Tiltbox, 256 environments, 1 thread"] = Contestant(with_tiltbox.BalanceVectorEnv(256, jobs=1), 256)
    contestants["pymunk, one environment"] = Contestant(with_pymunk.BalanceEnv(), None)
    for count in (16, 64, 256):
        contestants[f"pymunk, SyncVectorEnv of {count}"] = Contestant(
            SyncVectorEnv([with_pymunk.BalanceEnv] * count), count
        )
    contestants[f"pymunk, AsyncVectorEnv of {cores} processes"] = Contestant(
        AsyncVectorEnv([with_pymunk.BalanceEnv] * cores), cores
    )
    for _ in range(5):
        for contestant in contestants.values():
            contestant.turn(seconds)

    print(f"\nsteps per second, {cores} cores; median of 5 turns (minimum to maximum); pymunk {pymunk.version}")
    best = max(statistics.median(one.rates) for name, one in contestants.items() if name.startswith("pymunk"))
    for name, one in contestants.items():
        median, processor = statistics.median(one.rates), 1e6 * one.close()
        spread = f"({min(one.rates):,.0f} to {max(one.rates):,.0f})"
        print(f"{name:40} {median:10,.0f} {spread:24} {median / best:6.1f} {processor:8.1f} us")
    print("The ratio is to the fastest pymunk variant. The last column is processor time per step, in all processes.")


if __name__ == "__main__":
    main()
