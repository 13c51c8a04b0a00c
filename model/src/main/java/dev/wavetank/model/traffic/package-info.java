/**
 * Requests from clients in the cluster to Services: the load of a scenario. A request goes by the rules of its node, as
 * kube-proxy has written them, to the pod that has the address then, and its record says what became of it and why.
 *
 * <p>Names are resolved by an ideal DNS, which knows what its watch of Services says. How a packet gets from node to
 * node, and network policies, are not simulated here.
 */
@NullMarked
package dev.wavetank.model.traffic;

import org.jspecify.annotations.NullMarked;
