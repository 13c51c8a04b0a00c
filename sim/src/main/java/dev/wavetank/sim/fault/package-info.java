/**
 * Faults as data: what goes wrong, when it begins and when it ends, and who applies it.
 *
 * <p>A plan is fixed before the run, so it can be printed, saved, edited and shrunk. Every window closes, so
 * liveness can be judged after the last one. The kernel knows how to crash components and to disturb links; a
 * model adds kinds of its own with a {@link dev.wavetank.sim.fault.FaultHandler}.
 */
package dev.wavetank.sim.fault;
