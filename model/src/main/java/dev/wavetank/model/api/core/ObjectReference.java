package dev.wavetank.model.api.core;

/**
 * Names an object from within another.
 *
 * @param kind its kind
 * @param namespace its namespace
 * @param name its name
 * @param uid its identity
 * @param resourceVersion the state that was seen; null since v1.22
 */
public record ObjectReference(String kind, String namespace, String name, String uid, String resourceVersion) {}
