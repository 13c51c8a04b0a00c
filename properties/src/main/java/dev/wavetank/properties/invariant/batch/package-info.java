/** Invariants of Jobs and CronJobs: when they begin, how often they try, and when they end. */
@NullMarked
package dev.wavetank.properties.invariant.batch;

import org.jspecify.annotations.NullMarked;
