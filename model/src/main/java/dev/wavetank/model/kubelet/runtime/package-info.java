/**
 * The kubelet's view of the container runtime: calls over its socket, and listings on the grid of one second.
 */
@NullMarked
package dev.wavetank.model.kubelet.runtime;

import org.jspecify.annotations.NullMarked;
