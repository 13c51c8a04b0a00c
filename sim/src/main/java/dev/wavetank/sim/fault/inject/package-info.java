/**
 * Applies a fault plan to a run: the only place where a fault is more than a description.
 *
 * <p>{@link dev.wavetank.sim.fault.inject.FaultInjector} opens and closes every clause in its time, and asks each
 * {@link dev.wavetank.sim.fault.inject.FaultHandler} in turn for one that knows the kind. {@link
 * dev.wavetank.sim.fault.inject.KernelFaultHandler} knows the kernel's own; a model adds one for its own kinds.
 * {@link dev.wavetank.sim.fault.inject.FaultTrace} and {@link dev.wavetank.sim.fault.inject.Anchors} report the
 * effect: a fault that hit nothing, or never opened, never stays unnoticed.
 *
 * <p>Not here: how disturbances work. Components, links and streams bear them themselves ({@code sim.component},
 * {@code sim.network}).
 */
@NullMarked
package dev.wavetank.sim.fault.inject;

import org.jspecify.annotations.NullMarked;
