"""Checks both environments with Gymnasium, compares how the ball moves, and measures steps a second, turn by turn.

    python compare.py [SECONDS]     measures each for so long in each of five turns; 1 if absent
"""

from __future__ import annotations

import os
import statistics
import sys
import time
import warnings
from typing import Any

import gymnasium
import numpy as np
import pymunk
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv

import with_pymunk
import with_tiltbox

SAME_STEP = {"autoreset_mode": AutoresetMode.SAME_STEP}


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    check()
    compare_vector_with_single()
    compare_engines()
    measure(seconds)


def check() -> None:
    """Gymnasium's own checks; a warning of theirs is an error here."""
    for name, make in [("Tiltbox", with_tiltbox.BalanceEnv), ("pymunk", with_pymunk.BalanceEnv)]:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            # Environments that are registered nowhere have no name to be made by again.
            warnings.filterwarnings("ignore", message=".*spec")
            check_env(env := make(), skip_render_check=True)
            env.close()
        print(f"check_env: {name} passes")


def compare_vector_with_single(count: int = 8) -> None:
    """The vector environment is Gymnasium's own one over single environments, bit for bit, beyond many episodes."""
    vector = with_tiltbox.BalanceVectorEnv(count)
    single = SyncVectorEnv([with_tiltbox.BalanceEnv] * count, **SAME_STEP)
    random, ends = np.random.default_rng(1), 0
    assert np.array_equal(vector.reset(seed=3)[0], single.reset(seed=3)[0])
    for _ in range(1200):
        actions = random.uniform(-1, 1, (count, 1))
        (*ours, info), (*theirs, other) = vector.step(actions), single.step(actions)
        assert all(np.array_equal(a, b) for a, b in zip(ours, theirs))
        assert ours[0] in vector.observation_space
        ends += int((ours[2] | ours[3]).sum())
        if "final_obs" in info or "final_obs" in other:
            for a, b in zip(info["final_obs"], other["final_obs"]):
                assert (a is None and b is None) or np.array_equal(a, b)
    vector.close()
    single.close()
    print(f"vector environment: the same bits as {count} single ones over {ends} episodes")


def compare_engines() -> None:
    """Both engines move the ball alike, as long as its balance has not made much of little."""
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


def steps_of(env: Any, count: int, seconds: float) -> float:
    """Steps a second of a vector environment under random actions."""
    actions = np.random.default_rng(0).uniform(-1, 1, (64, count, 1))
    done, turn, start = 0, 0, time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        env.step(actions[turn % 64])
        done += count
        turn += 1
    return done / passed


def steps_of_single(env: gymnasium.Env, seconds: float) -> float:
    """Steps a second of one environment, with no wrapper around it."""
    actions = np.random.default_rng(0).uniform(-1, 1, (64, 1))
    done, start = 0, time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        for action in actions:
            *_, is_lost, is_over, _ = env.step(action)
            if is_lost or is_over:
                env.reset()
        done += 64
    return done / passed


def measure(seconds: float) -> None:
    cores = os.cpu_count() or 1
    contestants: dict[str, Any] = {}
    envs: list[Any] = []

    def add(name: str, env: Any, count: int | None) -> None:
        env.reset(seed=0)
        envs.append(env)
        contestants[name] = (
            (lambda: steps_of_single(env, seconds)) if count is None else (lambda: steps_of(env, count, seconds))
        )

    workers = AsyncVectorEnv([with_pymunk.BalanceEnv] * cores, **SAME_STEP)
    for count in (64, 256, 1024):
        add(f"Tiltbox, {count} boxes, {cores} threads", with_tiltbox.BalanceVectorEnv(count), count)
    add("Tiltbox, 256 boxes, 1 thread", with_tiltbox.BalanceVectorEnv(256, jobs=1), 256)
    add("pymunk, one environment", with_pymunk.BalanceEnv(), None)
    add("pymunk, SyncVectorEnv of 64", SyncVectorEnv([with_pymunk.BalanceEnv] * 64, **SAME_STEP), 64)
    add(f"pymunk, AsyncVectorEnv of {cores} processes", workers, cores)

    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(5):
        for name, run in contestants.items():
            rates[name].append(run())
    for env in envs:
        env.close()

    print(f"\nsteps a second, {cores} cores; median of 5 turns (least to most); pymunk {pymunk.version}")
    best = max(statistics.median(rate) for name, rate in rates.items() if name.startswith("pymunk"))
    for name, rate in rates.items():
        median = statistics.median(rate)
        print(f"{name:40} {median:12,.0f}  ({min(rate):,.0f} to {max(rate):,.0f})  {median / best:6.1f}")
    print("The last column is the ratio to the fastest with pymunk.")


if __name__ == "__main__":
    main()
