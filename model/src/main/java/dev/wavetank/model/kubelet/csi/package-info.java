/**
 * Drivers of the Container Storage Interface on a node: what a kubelet asks of them, and the program that answers. What
 * they do at the storage itself is {@code controller.attachdetach}.
 */
@NullMarked
package dev.wavetank.model.kubelet.csi;

import org.jspecify.annotations.NullMarked;
