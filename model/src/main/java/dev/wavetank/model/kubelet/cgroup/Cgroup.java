package dev.wavetank.model.kubelet.cgroup;

import org.jspecify.annotations.Nullable;

/**
 * One control group of a node.
 *
 * @param path from the root of the hierarchy
 * @param owner for people: a pod, a container, or empty
 * @param config its values
 * @param oomScoreAdj of its processes; null when it has none of its own
 */
public record Cgroup(String path, String owner, CgroupConfig config, @Nullable Integer oomScoreAdj) {}
