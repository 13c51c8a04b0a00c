/**
 * The network between components: request and response calls with deadlines, and ordered streams that can break.
 *
 * <p>Every message travels over a directed link with a sampled latency. A message of a call that is dropped is gone,
 * and its caller waits for the deadline; "executed, but the answer was lost" is an ordinary outcome. A stream
 * keeps its order and sends again what was lost, until its two ends have been without contact for too long.
 *
 * <p>Disturbances are data that is put and lifted, and they compose: {@link dev.wavetank.sim.network.rule.LinkLayer}
 * over links, {@link dev.wavetank.sim.network.rule.StreamLayer} over single streams, {@link
 * dev.wavetank.sim.network.rule.CallRule} for the nth call that says a certain thing. Whatever drops wins; delays add
 * up. Each draws from random streams of its own, so that what it leaves alone is not changed by it. Connections are
 * broken by {@link dev.wavetank.sim.network.Network#reset}, {@link dev.wavetank.sim.network.Network#halfOpen} and
 * {@link dev.wavetank.sim.network.Network#breakStreams}.
 *
 * <p>Not here: when disturbances come and go ({@code sim.fault}), and what the messages mean (the model).
 */
@NullMarked
package dev.wavetank.sim.network;

import org.jspecify.annotations.NullMarked;
