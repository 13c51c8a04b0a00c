package dev.wavetank.model.apiserver.registry.strategy;

import dev.wavetank.model.api.KubernetesObject;

/**
 * Objects about which nothing is special.
 *
 * @param kind the class of the objects
 * @param <T> kind of the objects
 */
public record PlainStrategy<T extends KubernetesObject>(Class<T> kind) implements Strategy<T> {}
