package dev.wavetank.model.kubelet.cni;

import dev.wavetank.model.address.Ipv4Range;
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
    OptionalLong allocate(Ipv4Range subnet, HostLocalStore.Owner owner) {
        long first = gateway(subnet) + 1;
        long end = lastHost(subnet);
        long count = end - first + 1;
        long last = store.lastReserved();
        long start = last < first || last >= end ? first : last + 1;
        for (long i = 0; i < count; i++) {
            long address = first + (start - first + i) % count;
            if (store.reserve(address, owner)) {
                return OptionalLong.of(address);
            }
        }
        return OptionalLong.empty();
    }

    /** The first address that hosts use; the gateway's. */
    static long gateway(Ipv4Range subnet) {
        return subnet.first() + 1;
    }

    /** The last address that hosts use: the one after it is for broadcasts. */
    static long lastHost(Ipv4Range subnet) {
        return subnet.last() - 1;
    }
}
