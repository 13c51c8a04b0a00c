/**
 * Images: names, pull policies, the serial queue of pulls, back-off after failures.
 */
@NullMarked
package dev.wavetank.model.kubelet.image;

import org.jspecify.annotations.NullMarked;
