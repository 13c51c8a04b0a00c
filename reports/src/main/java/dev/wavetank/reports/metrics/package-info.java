/**
 * What Prometheus would scrape from the components of a run: histograms with the real names, and their text form.
 */
@NullMarked
package dev.wavetank.reports.metrics;

import org.jspecify.annotations.NullMarked;
