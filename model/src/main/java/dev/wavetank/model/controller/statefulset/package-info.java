/**
 * The StatefulSet controller: keeps pods that have numbers, names and volumes of their own.
 *
 * <p>Rules: {@link dev.wavetank.model.controller.statefulset.SetSync} is one sync with its writes, in the order of
 * Kubernetes; decisions from the cached state are pure functions. The name of a pod is its identity, so the API
 * server itself ensures that no number has two pods. Does not live here: the history of templates, and the binding of
 * claims.
 */
package dev.wavetank.model.controller.statefulset;
