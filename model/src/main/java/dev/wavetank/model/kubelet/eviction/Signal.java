package dev.wavetank.model.kubelet.eviction;

/**
 * What a kubelet observes of its node ({@code pkg/kubelet/eviction/api}). Signals come in the order of their urgency.
 */
public enum Signal {
    /** Memory that is not in use. */
    MEMORY("memory.available", "MemoryPressure", "memory"),
    /** Space on the file system of the kubelet. */
    NODEFS("nodefs.available", "DiskPressure", "ephemeral-storage"),
    /** Space on the file system of images; here the same file system. */
    IMAGEFS("imagefs.available", "DiskPressure", "ephemeral-storage"),
    /** Inodes on the file system of the kubelet. */
    NODEFS_INODES("nodefs.inodesFree", "DiskPressure", "inodes"),
    /** Inodes on the file system of images; here the same file system. */
    IMAGEFS_INODES("imagefs.inodesFree", "DiskPressure", "inodes"),
    /** Process ids that are not in use. */
    PID("pid.available", "PIDPressure", "pids");

    private final String label;
    private final String condition;
    private final String resource;

    Signal(String label, String condition, String resource) {
        this.label = label;
        this.condition = condition;
        this.resource = resource;
    }

    /** Whether it observes bytes, not a number of things. */
    boolean isBytes() {
        return this == MEMORY || isSpace();
    }

    /** Whether it observes the space of a file system. */
    public boolean isSpace() {
        return this == NODEFS || this == IMAGEFS;
    }

    /** Its name in flags. */
    public String label() {
        return label;
    }

    /** The condition of the node. */
    public String condition() {
        return condition;
    }

    /** The resource that pods are evicted for. */
    public String resource() {
        return resource;
    }
}
