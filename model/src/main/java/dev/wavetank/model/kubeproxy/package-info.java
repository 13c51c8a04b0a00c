/**
 * kube-proxy: it watches Services and their endpoints, and writes the rules by which the kernel of its node sends a
 * connection to a Service on to a pod. The rules are data that {@link dev.wavetank.model.traffic} reads; packets do not
 * live here.
 *
 * <p>A node has a kube-proxy only when its scenario has load: other runs do not need one.
 */
@NullMarked
package dev.wavetank.model.kubeproxy;

import org.jspecify.annotations.NullMarked;
