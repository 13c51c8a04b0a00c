/**
 * Leader election over a Lease (or an annotation, before Leases existed): one of several replicas of a component
 * acts, the others wait. The counterpart of {@code k8s.io/client-go/tools/leaderelection}.
 */
@NullMarked
package dev.wavetank.model.client.leaderelection;

import org.jspecify.annotations.NullMarked;
