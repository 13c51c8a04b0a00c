/**
 * Images without the runtime: what registries have and refuse, the layers on the disk of a node, and their downloads.
 * When an image is pulled is the kubelet's matter.
 */
@NullMarked
package dev.wavetank.model.kubelet.cri.image;

import org.jspecify.annotations.NullMarked;
