/**
 * The controller {@code ttl}: it writes on each node for how long kubelets may keep Secrets and ConfigMaps, by the size
 * of the cluster.
 */
@NullMarked
package dev.wavetank.model.controller.ttl;

import org.jspecify.annotations.NullMarked;
