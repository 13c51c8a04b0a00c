/**
 * Volumes as the scheduler sees them ({@code VolumeBinding}): a pod goes only where its volumes can be reached, and
 * claims that wait for their first consumer get a volume, or a node to make one for, together with the pod.
 *
 * <p>Rules: nothing happens for pods without claims; what is decided for one pod is assumed before the next is looked
 * at, and given up when it cannot be written.
 */
@NullMarked
package dev.wavetank.model.scheduler.volume;

import org.jspecify.annotations.NullMarked;
