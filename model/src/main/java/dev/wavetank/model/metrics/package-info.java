/**
 * What pods use: the source of metrics that the HorizontalPodAutoscaler controller asks ({@link
 * dev.wavetank.model.metrics.Metrics}), and a metrics server, which a scenario can add to its cluster, that serves it to
 * {@code kubectl top} ({@link dev.wavetank.model.metrics.MetricsServer}).
 *
 * <p>The model has no programs that use anything, so all numbers come from annotations ({@link
 * dev.wavetank.model.metrics.AnnotatedMetrics}). Does not live here: time series; what a kubelet measures.
 */
@NullMarked
package dev.wavetank.model.metrics;

import org.jspecify.annotations.NullMarked;
