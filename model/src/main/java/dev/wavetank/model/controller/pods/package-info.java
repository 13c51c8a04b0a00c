/**
 * Shared parts of the workload controllers for pods: {@link dev.wavetank.model.controller.pods.PodControl} creates
 * and deletes pods and records Events, {@link dev.wavetank.model.controller.pods.SlowStart} creates many, batch after
 * batch; the rest are small functions that more than one controller needs. As in {@code
 * pkg/controller/controller_utils.go}.
 *
 * <p>Rules: nothing here keeps state from sync to sync, and nothing depends on the kind of the owner. Does not live
 * here: which pods are created and deleted, and the expectations; the controllers decide that.
 */
@NullMarked
package dev.wavetank.model.controller.pods;

import org.jspecify.annotations.NullMarked;
