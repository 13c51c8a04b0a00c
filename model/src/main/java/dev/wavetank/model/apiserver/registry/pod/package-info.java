/** Pods and the templates of pods: defaults, validation, what an update may change. Other workloads build on it. */
@NullMarked
package dev.wavetank.model.apiserver.registry.pod;

import org.jspecify.annotations.NullMarked;
