/**
 * Images: names, pull policies, the queue of pulls and their rate, back-off after failures.
 */
@NullMarked
package dev.wavetank.model.kubelet.image;

import org.jspecify.annotations.NullMarked;
