/**
 * Draws fault plans from seeds: {@link dev.wavetank.sim.fault.swarm.Swarm} decides which kinds exist in a run, how
 * often, when and for how long; {@link dev.wavetank.sim.fault.swarm.SwarmMask} has those that it switched on.
 *
 * <p>Not here: the targets of a fault and its anchors. Only a model knows its components; it provides the samplers.
 */
@NullMarked
package dev.wavetank.sim.fault.swarm;

import org.jspecify.annotations.NullMarked;
