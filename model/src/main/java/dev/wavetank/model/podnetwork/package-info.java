/**
 * The network between nodes: which node an address leads to by the routes that each node has, at what latency, and
 * where a packet is lost. Nothing here costs anything until somebody asks.
 *
 * <p>{@link Routes} is the seam: other ways of routing plug in there or in the {@link RouteTable} of each node.
 */
@NullMarked
package dev.wavetank.model.podnetwork;

import org.jspecify.annotations.NullMarked;
