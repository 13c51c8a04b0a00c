/** The controller {@code clusterrole-aggregation}: it gathers the rules of ClusterRoles in those that select them. */
@NullMarked
package dev.wavetank.model.controller.clusterroleaggregation;

import org.jspecify.annotations.NullMarked;
