/**
 * {@code kubectl rollout}: follows, pauses, resumes, restarts and undoes the rollouts of Deployments, DaemonSets and
 * StatefulSets.
 */
@NullMarked
package dev.wavetank.model.kubectl.rollout;

import org.jspecify.annotations.NullMarked;
