package dev.wavetank.model.kubelet.cni;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The files of host-local in {@code /var/lib/cni/networks}: one per reserved address, and the last reserved address of
 * each set of ranges. They are on the node's disk and survive a reboot.
 */
public final class HostLocalStore {

    private final Map<Long, Owner> reservations = new TreeMap<>();
    /** By the number of the set. */
    private final Map<Integer, Long> lastReserved = new TreeMap<>();

    /** No reservations. */
    public HostLocalStore() {}

    /**
     * The holder of an address.
     *
     * @param containerId the sandbox
     * @param ifName its interface
     */
    public record Owner(String containerId, String ifName) {}

    /** How many addresses are reserved. */
    public int size() {
        return reservations.size();
    }

    /** The holders by address, in the order of the addresses. */
    public Map<Long, Owner> reservations() {
        return new TreeMap<>(reservations);
    }

    /** Reserves an address, unless somebody has it. */
    public boolean reserve(int set, long address, Owner owner) {
        if (reservations.putIfAbsent(address, owner) != null) {
            return false;
        }
        lastReserved.put(set, address);
        return true;
    }

    /** The last address that was reserved of a set of ranges, or 0. */
    public long lastReserved(int set) {
        return lastReserved.getOrDefault(set, 0L);
    }

    /** The address that an interface holds. */
    public Optional<Long> heldBy(Owner owner) {
        for (Map.Entry<Long, Owner> reservation : reservations.entrySet()) {
            Owner holder = reservation.getValue();
            // Part by part: all reservations of the node are looked at, and equals of a record is slow at first.
            if (holder.containerId().equals(owner.containerId())
                    && holder.ifName().equals(owner.ifName())) {
                return Optional.of(reservation.getKey());
            }
        }
        return Optional.empty();
    }

    /** Frees the addresses of an interface. */
    public void release(Owner owner) {
        reservations.values().removeIf(owner::equals);
    }
}
