package dev.wavetank.model.kubelet.cni;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The files of host-local with its reservations, one per address, and the last reserved address. They are on the
 * node's disk and survive a reboot.
 */
public final class HostLocalStore {

    private final Map<Long, Owner> reservations = new TreeMap<>();
    private long lastReserved;

    /** No reservations. */
    public HostLocalStore() {}

    /** The holder of an address. */
    record Owner(String containerId, String ifName) {}

    /** How many addresses are reserved. */
    public int size() {
        return reservations.size();
    }

    boolean reserve(long address, Owner owner) {
        if (reservations.putIfAbsent(address, owner) != null) {
            return false;
        }
        lastReserved = address;
        return true;
    }

    /** The last reserved address, or 0. */
    long lastReserved() {
        return lastReserved;
    }

    /** The address that an interface holds. */
    Optional<Long> heldBy(Owner owner) {
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

    void release(String containerId) {
        reservations.values().removeIf(owner -> owner.containerId().equals(containerId));
    }
}
