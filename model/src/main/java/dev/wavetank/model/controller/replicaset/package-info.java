/**
 * The ReplicaSet controller: keeps the number of a ReplicaSet's pods.
 *
 * <p>Rules: what to do is decided by pure functions over what the cache showed at the start of a sync ({@link
 * dev.wavetank.model.controller.replicaset.VictimRanking}, {@link
 * dev.wavetank.model.controller.replicaset.StatusCalculation}); the rest is the asynchronous shell. The batching
 * policy and the expectations come from outside, so that variants can be built. Does not live here: what the pods
 * do.
 */
@NullMarked
package dev.wavetank.model.controller.replicaset;

import org.jspecify.annotations.NullMarked;
