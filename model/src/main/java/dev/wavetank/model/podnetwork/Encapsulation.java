package dev.wavetank.model.podnetwork;

import dev.wavetank.sim.VirtualTime;

/**
 * How packets between pods of different nodes are wrapped on the wire, with its cost. The bytes are those of the
 * protocols; the times are estimates, as is said of each.
 */
public enum Encapsulation {
    /** As they are: the networks in between know the way, or the nodes are neighbours. */
    NONE("", "", 0, 0),
    /** In VXLAN, by the kernel (RFC 7348): 50 bytes. Time: estimate, a few microseconds on either side. */
    VXLAN("vxlan", "flannel.1", 50, 8 * VirtualTime.MICROSECOND),
    /**
     * In UDP, by flannel's agent: 28 bytes. Time: estimate; every packet goes to a process and back into the kernel,
     * which is why flannel keeps it for debugging only (flannel, Documentation/backends.md).
     */
    UDP("udp", "flannel0", 28, 60 * VirtualTime.MICROSECOND);

    private final String label;
    private final String device;
    private final int overhead;
    private final long nanos;

    Encapsulation(String label, String device, int overhead, long nanos) {
        this.label = label;
        this.device = device;
        this.overhead = overhead;
        this.nanos = nanos;
    }

    /** As flannel writes it; empty for none. */
    public String label() {
        return label;
    }

    /** The device that wraps; empty for none. */
    public String device() {
        return device;
    }

    /** How many bytes it adds. */
    public int overhead() {
        return overhead;
    }

    /** How long wrapping or unwrapping takes. */
    public long nanos() {
        return nanos;
    }

    /** Whether a process has to be there for each packet. */
    public boolean needsProcess() {
        return this == UDP;
    }
}
