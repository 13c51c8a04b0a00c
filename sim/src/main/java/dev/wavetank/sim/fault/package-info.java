/**
 * Faults as data: what goes wrong, when it begins and when it ends, and who applies it.
 *
 * <p>A {@link dev.wavetank.sim.fault.Fault} says what and whom; a {@link dev.wavetank.sim.fault.FaultClause}
 * says when: at an instant, or after something has happened for the nth time, which keeps its meaning when code
 * and timing change. A {@link dev.wavetank.sim.fault.FaultPlan} is fixed before the run, so it can be printed,
 * saved, edited and shrunk. Every clause closes, so liveness can be judged after the last one.
 *
 * <p>The kernel's own kinds ({@link dev.wavetank.sim.fault.KernelFault}) hit components, links, single requests and
 * single streams. A model adds kinds of its own: a record, a {@link dev.wavetank.sim.fault.FaultHandler} that applies
 * it and a {@link dev.wavetank.sim.fault.FaultKind} that reads and writes it. {@link
 * dev.wavetank.sim.fault.FaultCodec} is the written form, for any YAML or JSON library; {@link
 * dev.wavetank.sim.fault.Swarm} draws plans from seeds.
 */
package dev.wavetank.sim.fault;
