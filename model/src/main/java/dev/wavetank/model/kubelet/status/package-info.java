/**
 * The status of pods: containers, phase and conditions from what the runtime shows, and how it reaches the API.
 */
@NullMarked
package dev.wavetank.model.kubelet.status;

import org.jspecify.annotations.NullMarked;
