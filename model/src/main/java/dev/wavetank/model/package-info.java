/**
 * The simulated Kubernetes: API objects, etcd, API server, client library, controllers, scheduler and kubelet.
 *
 * <p>Rules: components reach the world only through the context that the kernel gives them; objects are immutable;
 * nothing here iterates by hash. Does not live here: invariants, reports, command-line options.
 */
@NullMarked
package dev.wavetank.model;

import org.jspecify.annotations.NullMarked;
