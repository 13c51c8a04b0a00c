/**
 * The StatefulSet controller: keeps pods that have numbers, names and volumes of their own.
 *
 * <p>Rules: {@link dev.wavetank.model.controller.statefulset.SetSync} is one sync with its writes, in the order of
 * Kubernetes; what is decided from what the cache shows is pure. The name of a pod is its identity, so the API server
 * itself sees to it that no number has two pods. Does not live here: the history of templates, and what becomes of
 * claims once they are made.
 */
@NullMarked
package dev.wavetank.model.controller.statefulset;

import org.jspecify.annotations.NullMarked;
