/** Pods and the templates of pods: defaults, validation, what an update may change. Other workloads build on it. */
package dev.wavetank.model.apiserver.registry.pod;
