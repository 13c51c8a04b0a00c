/**
 * What the controllers of workloads share in handling pods: {@link
 * dev.wavetank.model.controller.pods.PodControl} creates and deletes pods and tells of it, {@link
 * dev.wavetank.model.controller.pods.SlowStart} asks for many, batch after batch; the rest are small things about
 * pods that more than one controller needs. As in {@code pkg/controller/controller_utils.go}.
 *
 * <p>Rules: nothing here keeps state from sync to sync, and nothing knows a kind of owner. Does not live here:
 * which pods are wanted and which have to go, and what is expected of the cache; that is up to the controllers.
 */
@NullMarked
package dev.wavetank.model.controller.pods;

import org.jspecify.annotations.NullMarked;
