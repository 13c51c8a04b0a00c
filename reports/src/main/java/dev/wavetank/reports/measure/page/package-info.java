/**
 * The page of a measurement: what was asked and what came out in a few sentences, percentile curves with their
 * intervals, differences, where the time went, and how to make it again.
 */
@NullMarked
package dev.wavetank.reports.measure.page;

import org.jspecify.annotations.NullMarked;
