/**
 * What controllers, scheduler and kubelet have in common about volumes: the annotations with which they talk to each
 * other, which volume fits a claim, and which claims a pod has.
 *
 * <p>Rules: everything here is computed from objects; nothing is sent. Who binds, waits or provisions lives elsewhere.
 */
@NullMarked
package dev.wavetank.model.volume;

import org.jspecify.annotations.NullMarked;
