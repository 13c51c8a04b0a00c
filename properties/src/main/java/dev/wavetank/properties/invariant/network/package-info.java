/** Invariants of the pod network: addresses, routes, Services, names. */
@NullMarked
package dev.wavetank.properties.invariant.network;

import org.jspecify.annotations.NullMarked;
