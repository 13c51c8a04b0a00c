/**
 * Invariants of whether nodes are alive, and of what follows: their leases, conditions, taints and ranges of addresses;
 * which of them are declared lost, whose pods are unready then, and when they are evicted. What happens on a node is in
 * {@code invariant.node} and {@code invariant.container}.
 */
@NullMarked
package dev.wavetank.properties.invariant.nodelifecycle;

import org.jspecify.annotations.NullMarked;
