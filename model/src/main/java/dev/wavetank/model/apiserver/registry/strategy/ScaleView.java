package dev.wavetank.model.apiserver.registry.strategy;

/**
 * What the subresource {@code scale} tells of an object.
 *
 * @param wanted how many replicas there are to be; null when nothing is said
 * @param present how many there are; null when nothing is said
 * @param selector which pods they are, as it is written in queries; null when nothing is said
 */
public record ScaleView(Integer wanted, Integer present, String selector) {}
