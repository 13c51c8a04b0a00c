/**
 * Faults as data: what goes wrong, when it begins and when it ends.
 *
 * <p>A {@link dev.wavetank.sim.fault.Fault} says what and whom; a {@link dev.wavetank.sim.fault.FaultClause}
 * says when: at an instant, or after something has happened for the nth time, which keeps its meaning when code
 * and timing change. A {@link dev.wavetank.sim.fault.FaultPlan} is fixed before the run, so it can be printed,
 * saved, edited and shrunk. Every clause closes, so liveness can be judged after the last one.
 *
 * <p>The kernel's own kinds ({@link dev.wavetank.sim.fault.KernelFault}) hit components, links, single requests and
 * single streams. A model adds kinds of its own: a record here, a handler that applies it ({@code fault.inject}) and
 * a kind that reads and writes it ({@code fault.form}).
 *
 * <p>Not here: what applies a plan ({@code fault.inject}), its written form ({@code fault.form}) and what draws plans
 * from seeds ({@code fault.swarm}). These three know this package and not each other.
 */
package dev.wavetank.sim.fault;
