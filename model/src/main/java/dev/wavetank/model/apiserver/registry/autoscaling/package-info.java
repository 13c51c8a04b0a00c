/** HorizontalPodAutoscalers. */
@NullMarked
package dev.wavetank.model.apiserver.registry.autoscaling;

import org.jspecify.annotations.NullMarked;
