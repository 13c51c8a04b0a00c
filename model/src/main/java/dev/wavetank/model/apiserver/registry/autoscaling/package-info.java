/** HorizontalPodAutoscalers. */
package dev.wavetank.model.apiserver.registry.autoscaling;
