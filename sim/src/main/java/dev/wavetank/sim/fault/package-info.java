/**
 * Faults as data: what goes wrong, when it begins and when it ends.
 *
 * <p>A {@link dev.wavetank.sim.fault.Fault} names what goes wrong and its target; a {@link
 * dev.wavetank.sim.fault.FaultClause} when: at an instant, or after something has happened for the nth time, which
 * keeps its meaning when code and timing change. A {@link dev.wavetank.sim.fault.FaultPlan} is fixed before the run,
 * so it can be printed, saved, edited and shrunk. Every clause closes, so liveness can be judged after the last one.
 *
 * <p>The kernel's own kinds ({@link dev.wavetank.sim.fault.KernelFault}) hit components, links, single requests and
 * single streams. A model adds kinds of its own: a record, a handler that applies it ({@code fault.inject}) and
 * a kind that reads, writes and draws it ({@code fault.codec}).
 *
 * <p>Not here: what applies a plan ({@code fault.inject}), its written form ({@code fault.codec}) and what draws plans
 * from seeds ({@code fault.swarm}). The kinds in {@code fault.codec} know how the swarm draws; the
 * others know only this package.
 */
@NullMarked
package dev.wavetank.sim.fault;

import org.jspecify.annotations.NullMarked;
