/**
 * Probes: startup, readiness and liveness of containers, by their periods and thresholds.
 */
@NullMarked
package dev.wavetank.model.kubelet.probe;

import org.jspecify.annotations.NullMarked;
