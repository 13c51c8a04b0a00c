/**
 * Starting one container: image, environment, creation, start, hooks; and stopping it within its grace period.
 */
@NullMarked
package dev.wavetank.model.kubelet.container;

import org.jspecify.annotations.NullMarked;
