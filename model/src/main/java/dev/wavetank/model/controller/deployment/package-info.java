/**
 * The Deployment controller: creates ReplicaSets for the templates of a Deployment and moves replicas from the old
 * ones to the new one.
 *
 * <p>Rules: arithmetic and conditions are pure functions; {@link
 * dev.wavetank.model.controller.deployment.DeploymentSync} is one sync with its writes, in the order of Kubernetes
 * 1.20. Does not live here: anything about single pods.
 */
@NullMarked
package dev.wavetank.model.controller.deployment;

import org.jspecify.annotations.NullMarked;
