/**
 * What all Kubernetes objects have in common, and how they are asked for: metadata, keys, resource types,
 * requests, responses, errors and watch events. The kinds themselves are in {@code api.core} and {@code api.apps}.
 *
 * <p>Objects are immutable records with Kubernetes' own field names, shared by store, caches and clients without
 * copying; a change makes a new record. A field that is absent is null; an absent list or map is empty, because
 * Kubernetes does not tell the two apart. Fields that are not modelled are kept in {@code other}, so that nothing
 * is lost on the way.
 */
package dev.wavetank.model.api;
