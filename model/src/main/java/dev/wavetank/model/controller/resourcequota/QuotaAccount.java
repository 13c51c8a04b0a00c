package dev.wavetank.model.controller.resourcequota;

import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.quantity.Quantity;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** The controller's state about one quota between two writes. */
final class QuotaAccount {

    /** Usage of pods that were observed to end and that is not released yet. */
    private Map<String, Quantity> released = new TreeMap<>();

    private long changedAt;
    private boolean recountDue;

    /** An account of a quota that was first observed, or changed, at the given time. */
    QuotaAccount(long now) {
        this.changedAt = now;
    }

    /** Records a change of the quota: most likely a charge by admission for a pod that is not in the cache yet. */
    void changed(long now) {
        changedAt = now;
    }

    /** For how many nanoseconds the quota has not changed. */
    long unchangedFor(long now) {
        return now - changedAt;
    }

    /** Records the observed end of a pod. */
    void release(Map<String, Quantity> usage) {
        usage.forEach((name, amount) -> released.merge(name, amount, Quantity::plus));
    }

    /** Takes the usage to release; it counts as released until it is returned. */
    Map<String, Quantity> takeReleased() {
        Map<String, Quantity> taken = released;
        released = new TreeMap<>();
        return taken;
    }

    /** Returns whether a recount has to be planned; once it is, returns false until {@link #recounted}. */
    boolean planRecount() {
        boolean isNew = !recountDue;
        recountDue = true;
        return isNew;
    }

    /** Records that the planned recount runs. */
    void recounted() {
        recountDue = false;
    }

    /**
     * The status that the quota should have.
     *
     * @param counted usage of the cached objects, by quota resource; without resources that the model cannot count
     * @param released usage to release although the cache may lack objects; null when the cache is complete
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
