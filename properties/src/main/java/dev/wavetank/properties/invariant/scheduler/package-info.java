/** Invariants about the memory of schedulers: their caches and queues. */
@NullMarked
package dev.wavetank.properties.invariant.scheduler;

import org.jspecify.annotations.NullMarked;
