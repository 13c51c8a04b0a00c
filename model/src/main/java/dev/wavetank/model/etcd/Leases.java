package dev.wavetank.model.etcd;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The leases of a store and the keys that end with them. When a lease ends is not known here: time is kept by whoever
 * leads, see {@link LeaseDeadlines}.
 */
public final class Leases {

    private final TreeMap<Long, Lease> leases = new TreeMap<>();
    private final Map<String, Long> leaseOfKey = new LinkedHashMap<>();

    /** Keys are put into order when somebody asks for them, which is when a lease ends; they come far more often. */
    private record Lease(long ttl, Set<String> keys) {}

    Leases() {}

    Leases copy() {
        Leases copy = new Leases();
        leases.forEach((id, lease) -> copy.leases.put(id, new Lease(lease.ttl(), new LinkedHashSet<>(lease.keys()))));
        copy.leaseOfKey.putAll(leaseOfKey);
        return copy;
    }

    /** The ids of all leases, ascending. */
    public List<Long> ids() {
        return new ArrayList<>(leases.keySet());
    }

    /** Whether there is such a lease. */
    public boolean contains(long id) {
        return leases.containsKey(id);
    }

    /** Time to live of a lease that there is, in nanoseconds. */
    public long ttl(long id) {
        return leases.get(id).ttl();
    }

    /** The keys of a lease that there is, in order. */
    public List<String> keys(long id) {
        return new ArrayList<>(new TreeSet<>(leases.get(id).keys()));
    }

    void grant(long id, long ttl) {
        leases.put(id, new Lease(ttl, new LinkedHashSet<>()));
    }

    void remove(long id) {
        leases.remove(id);
    }

    /** Has a key end with a lease; 0: with none. */
    void attach(String key, long lease) {
        detach(key);
        if (lease != 0) {
            leases.get(lease).keys().add(key);
            leaseOfKey.put(key, lease);
        }
    }

    void detach(String key) {
        if (!leaseOfKey.isEmpty()) {
            Long lease = leaseOfKey.remove(key);
            if (lease != null && leases.containsKey(lease)) {
                leases.get(lease).keys().remove(key);
            }
        }
    }
}
