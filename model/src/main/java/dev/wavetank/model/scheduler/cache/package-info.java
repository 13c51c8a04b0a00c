/**
 * The scheduler's cache of nodes and of the pods that are there or will be ({@code pkg/scheduler/backend/cache}), and
 * the
 * snapshot of it that one scheduling cycle works on.
 *
 * <p>Pods are known by their uid, so that a pod which was deleted and created again under the same name is another pod.
 */
@NullMarked
package dev.wavetank.model.scheduler.cache;

import org.jspecify.annotations.NullMarked;
