package dev.wavetank.sim.fault;

/** The kinds of faults that the kernel itself can apply, because it owns components, links and requests. */
public sealed interface KernelFault extends Fault permits ComponentFault, LinkFault, RequestFault, StreamFault {}
