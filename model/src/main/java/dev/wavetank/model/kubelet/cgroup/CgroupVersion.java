package dev.wavetank.model.kubelet.cgroup;

/** The hierarchy of control groups that a node's kernel has. */
public enum CgroupVersion {
    /** One hierarchy for each controller: {@code cpu.shares}, {@code memory.limit_in_bytes}. */
    V1,
    /** One for all: {@code cpu.weight}, {@code memory.max}. */
    V2
}
