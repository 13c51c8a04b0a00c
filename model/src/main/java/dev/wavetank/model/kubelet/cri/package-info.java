/**
 * The container runtime of one node, and the Container Runtime Interface by which the kubelet uses it: sandboxes,
 * images, containers.
 *
 * <p>A runtime's crash stands for the machine going down: no process survives it. The {@code NodeDisk} does. Does not
 * live here: which pods should run.
 */
@NullMarked
package dev.wavetank.model.kubelet.cri;

import org.jspecify.annotations.NullMarked;
