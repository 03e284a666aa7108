#!/usr/bin/env python3
"""Integrates ten cycles of two masses with a dry contact by scipy's adaptive Runge-Kutta steps with events.

    python3 bench/compare/scipy_dry_contact.py

Prints, per row of the benchmark `hundred_cycles` (bench/event_driven.cpp): events, displacement and
velocity of both masses at the end, and seconds. Units of the drive: Omega = 1, m = r1^2, unit
springs and force.
"""

import sys
import time

import numpy as np
from scipy.integrate import solve_ivp

ROWS = [(0.3, 0.08742), (0.3, 0.4656), (0.55, 0.157), (0.55, 0.5178), (0.85, 0.1965),
        (0.85, 0.5474), (1.2, 0.3875), (1.2, 0.6906), (2.1, 0.5336), (2.1, 0.8002)]
K = np.array([[2.0, -1.0], [-1.0, 1.0]])


def run(r1, beta, cycles, rtol):
    def pull(t, x):  # force on the first mass without friction
        return np.cos(t) - K[0] @ x

    def slide(t, z, side):
        x = z[:2]
        a = -K @ x
        a[0] += np.cos(t) - side * beta
        return np.concatenate([z[2:], a / r1**2])

    def stuck(t, z, _):
        return np.concatenate([[0.0, z[3]], [0.0, -(K[1] @ z[:2]) / r1**2]])

    stop = lambda t, z, side: z[2]
    low = lambda t, z, side: beta + pull(t, z[:2])
    high = lambda t, z, side: beta - pull(t, z[:2])
    for event in (stop, low, high):
        event.terminal = True
        event.direction = -1
    t, end, z, events = 0.0, 2 * np.pi * cycles, np.zeros(4), 0
    force = pull(t, z[:2])
    side = 0 if abs(force) <= beta else int(np.sign(force))
    while t < end:
        if side == 0:
            found = solve_ivp(stuck, (t, end), z, rtol=rtol, atol=1e-3 * rtol, args=(0,),
                              events=[low, high])
        else:
            stop.direction = -side
            # Leaves zero before the next zero is searched.
            near = min(t + 1e-7, end)
            first = solve_ivp(slide, (t, near), z, rtol=rtol, atol=1e-3 * rtol, args=(side,))
            found = solve_ivp(slide, (near, end), first.y[:, -1], rtol=rtol, atol=1e-3 * rtol,
                              args=(side,), events=[stop])
        t, z = found.t[-1], found.y[:, -1].copy()
        if found.status != 1:
            break
        events += 1
        if side == 0:
            side = 1 if pull(t, z[:2]) > 0 else -1
        else:
            z[2] = 0.0
            force = pull(t, z[:2])
            side = 0 if abs(force) <= beta else int(np.sign(force))
    return events, z


def main():
    cycles = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    for r1, beta in ROWS:
        begin = time.process_time()
        events, z = run(r1, beta, cycles, 1e-10)
        seconds = time.process_time() - begin
        print(f"{r1:5.2f} {beta:8.5f} events {events:4d} x1 {z[0]:.10f} x2 {z[1]:.10f} "
              f"v1 {z[2]:.10f} v2 {z[3]:.10f} {seconds:.3f} s")


if __name__ == "__main__":
    main()
