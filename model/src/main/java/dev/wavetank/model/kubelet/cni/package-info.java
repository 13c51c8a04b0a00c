/**
 * The pod network of one node as the Container Network Interface shapes it: configuration files, chains of plug-ins,
 * their requests and results, and what they make on the node. The plug-ins themselves are in {@code plugin}.
 *
 * <p>Files survive a reboot of the node; devices do not. Routes between nodes do not live here.
 *
 * <p>Source: the CNI specification 1.0.0 (containernetworking/cni, SPEC.md) and its library (libcni, v1.1).
 */
@NullMarked
package dev.wavetank.model.kubelet.cni;

import org.jspecify.annotations.NullMarked;
