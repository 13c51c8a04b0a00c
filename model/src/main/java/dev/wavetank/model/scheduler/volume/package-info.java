/**
 * Volumes in the scheduler ({@code VolumeBinding}): a pod is placed only where its volumes are reachable, and claims
 * that wait for their first consumer get a volume, or a node to make one for, together with the pod.
 *
 * <p>Rules: pods without claims cost nothing; decisions for one pod are assumed before the next is placed, and
 * reverted when they cannot be written.
 */
package dev.wavetank.model.scheduler.volume;
