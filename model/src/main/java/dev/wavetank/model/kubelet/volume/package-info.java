/**
 * Volumes of pods: waiting until all of them are there, with the errors and back-off of mounts.
 */
@NullMarked
package dev.wavetank.model.kubelet.volume;

import org.jspecify.annotations.NullMarked;
