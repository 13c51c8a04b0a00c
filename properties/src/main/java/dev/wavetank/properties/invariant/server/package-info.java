/** Invariants of the API server: what every client builds upon. */
@NullMarked
package dev.wavetank.properties.invariant.server;

import org.jspecify.annotations.NullMarked;
