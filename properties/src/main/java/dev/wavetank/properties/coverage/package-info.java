/**
 * The Kubernetes states that an exploration should reach: declared conditions over the trace, counted by {@link
 * dev.wavetank.sim.coverage.CoverageRecorder}.
 *
 * <p>A condition reads existing records of the trace. States without a record are left out; no record exists only for
 * coverage.
 */
@NullMarked
package dev.wavetank.properties.coverage;

import org.jspecify.annotations.NullMarked;
