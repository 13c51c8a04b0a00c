/**
 * The simulation kernel: virtual time, the event list and the run loop.
 *
 * <p>Rules: one thread; a run is a function of its inputs and one seed; virtual time never goes backwards;
 * simultaneous events fire in the order the {@link dev.wavetank.sim.OrderPolicy} gives them. Nothing here reads a
 * clock, a file or an environment variable.
 *
 * <p>Not here: components ({@code sim.component}), the network between them ({@code sim.network}), faults ({@code
 * sim.fault}), randomness ({@code sim.random}) and the record of what happened ({@code sim.trace}). Nor the use of
 * that record: why it happened ({@code sim.causality}), whether it came to rest ({@code sim.liveness}), what it
 * reached ({@code sim.coverage}), whether it can be repeated ({@code sim.determinism}) and made smaller ({@code
 * sim.shrink}). No Kubernetes anywhere in this module.
 */
@NullMarked
package dev.wavetank.sim;

import org.jspecify.annotations.NullMarked;
