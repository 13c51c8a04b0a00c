/**
 * Control groups: which the kubelet and the runtime make for the pods of a node, their names by driver, and their
 * values by the formulas of Kubernetes. The counterpart of {@code pkg/kubelet/cm} and {@code pkg/kubelet/qos}.
 *
 * <p>All of it follows from the pods that are on the node, so that nothing has to be stored; but for the cores that
 * containers have for their own, and from which NUMA nodes they come. Does not live here: what processes use.
 */
@NullMarked
package dev.wavetank.model.kubelet.cgroup;

import org.jspecify.annotations.NullMarked;
