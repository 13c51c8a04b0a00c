/**
 * The kubelet: runs the pods that are bound to its node, through the container runtime, and reports their status.
 *
 * <p>One worker per pod compares the wanted pod with what the runtime listed last and takes the next steps; a
 * picture older than its own last step is never acted upon. Nothing here is periodic while nothing happens: the
 * relist of the runtime ticks only after a notice of a change. What a container is made of lives in the runtime's
 * package.
 */
@NullMarked
package dev.wavetank.model.kubelet;

import org.jspecify.annotations.NullMarked;
