/**
 * What a kubelet reports about its node: registration, status with conditions, and the Lease that it renews as a
 * heartbeat. The counterpart of {@code kubelet_node_status.go} and {@code pkg/kubelet/nodestatus}.
 *
 * <p>Does not live here: pods ({@code kubelet}), and what the cluster concludes from a missing heartbeat ({@code
 * controller.nodelifecycle}).
 */
@NullMarked
package dev.wavetank.model.kubelet.node;

import org.jspecify.annotations.NullMarked;
