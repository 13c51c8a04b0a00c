/**
 * Draws fault plans from seeds: {@link dev.wavetank.sim.fault.swarm.Swarm} decides which kinds exist in a run, how
 * often, when and for how long; {@link dev.wavetank.sim.fault.swarm.SwarmMask} tells which it switched on.
 *
 * <p>Not here: whom a fault hits and what it waits for. Only a model knows what there is; it gives the samplers.
 */
@NullMarked
package dev.wavetank.sim.fault.swarm;

import org.jspecify.annotations.NullMarked;
