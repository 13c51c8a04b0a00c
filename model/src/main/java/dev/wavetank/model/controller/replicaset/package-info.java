/**
 * The ReplicaSet controller: keeps the number of a ReplicaSet's pods at its {@code replicas}.
 *
 * <p>Rules: pure functions over the cached state at the start of a sync decide what to do ({@link
 * dev.wavetank.model.controller.replicaset.VictimRanking}, {@link
 * dev.wavetank.model.controller.replicaset.StatusCalculation}); the rest is the asynchronous shell. The batching
 * policy and the expectations come from outside, so that variants can be built. Does not live here: the life of a
 * pod.
 */
@NullMarked
package dev.wavetank.model.controller.replicaset;

import org.jspecify.annotations.NullMarked;
