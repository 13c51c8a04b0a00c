/**
 * Pod workers: what triggers a sync of a pod, what one sync does, and how a pod ends.
 */
@NullMarked
package dev.wavetank.model.kubelet.pod;

import org.jspecify.annotations.NullMarked;
