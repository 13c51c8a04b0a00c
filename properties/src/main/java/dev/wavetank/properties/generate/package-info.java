/**
 * Scenarios drawn from seeds: workloads of every kind, and what users do with them. A scenario is a function of its
 * seed alone, and knows neither invariants nor bugs.
 */
@NullMarked
package dev.wavetank.properties.generate;

import org.jspecify.annotations.NullMarked;
