/**
 * The kubelet: runs the pods that are bound to its node, through the container runtime, and reports their status.
 *
 * <p>One worker per pod compares the desired pod with the last listing of the runtime and takes the next steps; it
 * never acts on a listing older than its own last step. Nothing here is periodic while nothing happens: the relist of
 * the runtime ticks only after a notice of a change. Does not live here: containers and sandboxes ({@code
 * kubelet.cri}).
 */
package dev.wavetank.model.kubelet;
