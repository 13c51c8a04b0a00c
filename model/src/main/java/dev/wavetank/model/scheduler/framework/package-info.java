/**
 * The scheduling framework: the extension points of one attempt to place a pod, as small interfaces, and what plug-ins
 * see of pods, nodes and the cluster.
 *
 * <p>An attempt is a scheduling cycle (queue sort, pre-filter, filter, post-filter, pre-score, score, normalise,
 * reserve,
 * permit) and a binding cycle (wait on permit, pre-bind, bind, post-bind), as in {@code pkg/scheduler/framework} of
 * Kubernetes. Plug-ins of Kubernetes live in {@code scheduler.plugin}; queues, the cache and the cycle itself do not
 * live
 * here.
 */
@NullMarked
package dev.wavetank.model.scheduler.framework;

import org.jspecify.annotations.NullMarked;
