/**
 * Plug-ins that look at resources: whether they suffice, and how full and how balanced a node would be.
 *
 * <p>Amounts are long numbers: CPU in milli-cores, all else in whole units, as in Kubernetes.
 */
@NullMarked
package dev.wavetank.model.scheduler.plugin.resources;

import org.jspecify.annotations.NullMarked;
