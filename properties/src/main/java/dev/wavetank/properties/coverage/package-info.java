/**
 * What of Kubernetes an exploration should come to see: declared conditions over the trace, counted by {@link
 * dev.wavetank.sim.coverage.CoverageRecorder}.
 *
 * <p>A condition reads what the trace tells already. What cannot be seen there is left out; no record is written for
 * its sake.
 */
@NullMarked
package dev.wavetank.properties.coverage;

import org.jspecify.annotations.NullMarked;
