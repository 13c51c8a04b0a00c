/**
 * The container runtime of one node, and the Container Runtime Interface by which the kubelet asks it: sandboxes,
 * images, containers.
 *
 * <p>A runtime's crash stands for the machine going down: no process survives it. What lies on the {@code NodeDisk}
 * does. Which pods should run is not known here.
 */
@NullMarked
package dev.wavetank.model.kubelet.cri;

import org.jspecify.annotations.NullMarked;
