/**
 * The HorizontalPodAutoscaler controller: adjusts the number of replicas to the usage of pods and other metrics.
 *
 * <p>Metrics come from {@link dev.wavetank.model.metrics.Metrics}; the model reads them
 * from annotations ({@link dev.wavetank.model.metrics.AnnotatedMetrics}). Rules: pure
 * functions compute the proposal of each metric ({@link
 * dev.wavetank.model.controller.horizontalpodautoscaler.MetricProposals}) and limit the change of the scale ({@link
 * dev.wavetank.model.controller.horizontalpodautoscaler.ScalingRules}). Does not live here: time series of metrics,
 * so metric selectors have no effect; metrics collectors.
 */
package dev.wavetank.model.controller.horizontalpodautoscaler;
