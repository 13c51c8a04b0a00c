package dev.wavetank.model.controller.resourcequota;

import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.quantity.Quantity;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** What the controller remembers about one quota between two writes. */
final class QuotaAccount {

    /** Usage of pods that were seen to end and that is not given back yet. */
    private Map<String, Quantity> released = new TreeMap<>();

    private long changedAt;
    private boolean recountDue;

    /** An account of a quota that was first seen, or changed, at the given time. */
    QuotaAccount(long now) {
        this.changedAt = now;
    }

    /** The quota was changed: charged by admission, most likely, for a pod that is not in the cache yet. */
    void changed(long now) {
        changedAt = now;
    }

    /** For how many nanoseconds nobody has changed the quota. */
    long unchangedFor(long now) {
        return now - changedAt;
    }

    /** A pod was seen to end. */
    void release(Map<String, Quantity> usage) {
        usage.forEach((name, amount) -> released.merge(name, amount, Quantity::plus));
    }

    /** What is to be given back; it counts as given back until it is released again. */
    Map<String, Quantity> takeReleased() {
        Map<String, Quantity> taken = released;
        released = new TreeMap<>();
        return taken;
    }

    /** Answers whether a recount has to be planned; once it is, the answer is no until {@link #recounted}. */
    boolean planRecount() {
        boolean isNew = !recountDue;
        recountDue = true;
        return isNew;
    }

    /** The planned recount is being made. */
    void recounted() {
        recountDue = false;
    }

    /**
     * The status that the quota should have.
     *
     * @param counted usage of the cached objects, by quota resource; absent what the model cannot count
     * @param released usage that may be given back although the cache may lack objects; null when the cache is
     * complete
     */
    static ResourceQuota.Status status(
            ResourceQuota quota, Map<String, Quantity> counted, Map<String, Quantity> released) {
        Map<String, String> before =
                quota.status() == null ? Collections.emptyMap() : quota.status().used();
        Map<String, String> hard = new TreeMap<>(quota.spec().hard());
        Map<String, String> used = new TreeMap<>();
        for (String name : hard.keySet()) {
            Quantity charged = before.containsKey(name) ? Quantity.parse(before.get(name)) : Quantity.ZERO;
            Quantity amount = charged;
            if (counted.containsKey(name)) {
                amount = counted.get(name);
                if (released != null) {
                    Quantity left = charged.minus(released.getOrDefault(name, Quantity.ZERO));
                    amount = left.compareTo(amount) > 0 ? left : amount;
                }
            }
            used.put(name, amount.toString());
        }
        return new ResourceQuota.Status(hard, used);
    }
}
