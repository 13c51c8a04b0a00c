/**
 * What a fault plan says about the network, as data: disturbances over links and streams, and rules for single calls,
 * with the addresses and selectors that name what they affect.
 *
 * <p>Rules compose: whatever drops a message wins, and delays add up. Does not live here: carrying them out ({@code
 * sim.network}), and when they begin and end ({@code sim.fault}).
 */
@NullMarked
package dev.wavetank.sim.network.rule;

import org.jspecify.annotations.NullMarked;
