/**
 * The HorizontalPodAutoscaler controller: follows what pods use with the number of replicas.
 *
 * <p>What pods use comes from a {@link dev.wavetank.model.controller.horizontalpodautoscaler.PodMetrics}; that of the
 * model reads annotations ({@link dev.wavetank.model.controller.horizontalpodautoscaler.AnnotatedMetrics}). Rules: how
 * many replicas are wanted, and how many at once, is decided by pure functions ({@link
 * dev.wavetank.model.controller.horizontalpodautoscaler.ReplicaCalculation}, {@link
 * dev.wavetank.model.controller.horizontalpodautoscaler.ScalingRules}). Does not live here: metrics of pods, objects,
 * containers or the outside world, which count as metrics that cannot be computed.
 */
package dev.wavetank.model.controller.horizontalpodautoscaler;
