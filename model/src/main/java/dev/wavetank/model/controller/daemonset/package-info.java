/**
 * The DaemonSet controller: keeps one pod on every node that a DaemonSet's pods may run on.
 *
 * <p>Rules: pure functions over the cached state decide which nodes need pods and which pods are deleted ({@link
 * dev.wavetank.model.controller.daemonset.NodePlan}, {@link dev.wavetank.model.controller.daemonset.RollingPlan});
 * the rest is the asynchronous shell. The scheduler binds the pods, each to the one node that its affinity names.
 * Does not live here: the history of templates.
 */
package dev.wavetank.model.controller.daemonset;
