package dev.wavetank.model.kubelet.cni;

import java.util.OptionalLong;

/**
 * Address management on one node: round robin through the subnet from the last reserved address, never an address
 * that is reserved, never the gateway's. Behaviour of the host-local plugin.
 */
final class HostLocalIpam {

    private final HostLocalStore store;

    HostLocalIpam(HostLocalStore store) {
        this.store = store;
    }

    /** Reserves the next free address, or none when all are taken. */
    OptionalLong allocate(Subnet subnet, HostLocalStore.Owner owner) {
        long first = subnet.gateway() + 1;
        long count = subnet.last() - first + 1;
        long last = store.lastReserved();
        long start = last < first || last >= subnet.last() ? first : last + 1;
        for (long i = 0; i < count; i++) {
            long address = first + (start - first + i) % count;
            if (store.reserve(address, owner)) {
                return OptionalLong.of(address);
            }
        }
        return OptionalLong.empty();
    }
}
