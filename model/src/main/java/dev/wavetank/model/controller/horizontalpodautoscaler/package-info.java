/**
 * The HorizontalPodAutoscaler controller: follows what pods use with the number of replicas.
 *
 * <p>What pods use and how much there is to do comes from {@link
 * dev.wavetank.model.controller.horizontalpodautoscaler.Metrics}; those of the model are annotations ({@link
 * dev.wavetank.model.controller.horizontalpodautoscaler.AnnotatedMetrics}). Rules: how many replicas each metric asks
 * for ({@link dev.wavetank.model.controller.horizontalpodautoscaler.MetricProposals}), and how many are made at once
 * ({@link dev.wavetank.model.controller.horizontalpodautoscaler.ScalingRules}), is decided by pure functions. Does not
 * live here: series of metrics, so that selectors of metrics choose nothing; what measures.
 */
@NullMarked
package dev.wavetank.model.controller.horizontalpodautoscaler;

import org.jspecify.annotations.NullMarked;
