/**
 * Many runs of one model, and what they say together: percentiles with confidence intervals, and differences.
 *
 * <p>Rules: samples are put together, percentiles are never averaged; a run is the unit of chance, because the pods of
 * one run are not independent of each other; pods that never came to an end count as infinitely slow, they are not
 * left out; equal runs give equal results, however many were concurrent. Does not live here: what makes a run. The
 * caller passes a {@link dev.wavetank.reports.measure.SeedRun}, so that reports need not know the invariants that
 * decide when a run has come to rest.
 */
@NullMarked
package dev.wavetank.reports.measure;

import org.jspecify.annotations.NullMarked;
