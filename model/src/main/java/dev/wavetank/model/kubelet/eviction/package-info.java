/**
 * Pressure on the resources of a node, and the pods that a kubelet evicts because of it. The counterpart of {@code
 * pkg/kubelet/eviction} v1.20.
 *
 * <p>Does not live here: how an evicted pod ends ({@code kubelet.pod}), and evictions by the API.
 */
@NullMarked
package dev.wavetank.model.kubelet.eviction;

import org.jspecify.annotations.NullMarked;
