/**
 * Whether a pod fits a node: the rules that the scheduler, the kubelet, the DaemonSet controller and volumes share.
 *
 * <p>Pure functions of API objects. What only the scheduler knows (other pods of a node, scores) is in its plugins.
 */
@NullMarked
package dev.wavetank.model.nodefit;

import org.jspecify.annotations.NullMarked;
