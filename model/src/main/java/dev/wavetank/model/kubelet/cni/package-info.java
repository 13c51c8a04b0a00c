/**
 * The pod network of one node: the bridge plugin and its host-local address management, called as the Container
 * Network Interface calls them, a request value in and a result value out.
 *
 * <p>The plugin's files survive a reboot of the node; the bridge device does not. Overlay networks and routes between
 * nodes do not live here.
 */
@NullMarked
package dev.wavetank.model.kubelet.cni;

import org.jspecify.annotations.NullMarked;
