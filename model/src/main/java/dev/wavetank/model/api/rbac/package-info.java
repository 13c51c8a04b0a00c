/**
 * What the API server and a controller both know of {@code rbac.authorization.k8s.io}: which rules a ClusterRole takes
 * over from others. Authorization does not live here.
 */
@NullMarked
package dev.wavetank.model.api.rbac;

import org.jspecify.annotations.NullMarked;
