package dev.wavetank.properties.bugs;

/**
 * A bug of Kubernetes that the model does not have, or that no invariant asks about.
 *
 * @param row a short name, as that of {@link KnownBug}
 * @param source the issue of Kubernetes
 * @param why how that is known
 */
public record AbsentBug(String row, String source, String why) {}
