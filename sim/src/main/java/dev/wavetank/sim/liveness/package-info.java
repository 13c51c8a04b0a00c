/**
 * Liveness: what has to happen, by when, and the outcome when it does not.
 *
 * <p>A run goes through {@link dev.wavetank.sim.liveness.Phases phases}: chaos, heal, a bounded time to converge, a
 * while of keeping what was reached. The time is a {@link dev.wavetank.sim.liveness.Bound}, a sum of named terms. The
 * {@link dev.wavetank.sim.liveness.Outcome} is held, broken or unknown, and what is unknown comes with what is still
 * {@link dev.wavetank.sim.liveness.Pending pending}. The {@link dev.wavetank.sim.liveness.LivelockDetector} finds
 * busy systems that make no progress.
 *
 * <p>What convergence means belongs to a model, which gives a {@link dev.wavetank.sim.liveness.Goal}. No model lives
 * here.
 */
@NullMarked
package dev.wavetank.sim.liveness;

import org.jspecify.annotations.NullMarked;
