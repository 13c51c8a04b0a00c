package dev.wavetank.model.kubelet.eviction;

/** What a kubelet observes of its node ({@code pkg/kubelet/eviction/api}). Signals come in the order of their urgency. */
public enum Signal {
    /** Memory that is not in use. */
    MEMORY("memory.available", "MemoryPressure", "memory"),
    /** Space on the file system of the kubelet. */
    NODEFS("nodefs.available", "DiskPressure", "ephemeral-storage"),
    /** Space on the file system of images; here the same file system. */
    IMAGEFS("imagefs.available", "DiskPressure", "ephemeral-storage");

    private final String label;
    private final String condition;
    private final String resource;

    Signal(String label, String condition, String resource) {
        this.label = label;
        this.condition = condition;
        this.resource = resource;
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
