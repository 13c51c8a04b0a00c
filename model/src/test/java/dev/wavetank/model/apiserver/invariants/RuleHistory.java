package dev.wavetank.model.apiserver.invariants;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.NaiveRbac;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which roles and bindings were stored when. */
final class RuleHistory {

    private final TreeMap<Long, List<KubernetesObject>> states = new TreeMap<>();

    RuleHistory(List<TraceEntry> entries) {
        Map<String, KubernetesObject> present = new LinkedHashMap<>();
        states.put(0L, List.of());
        for (TraceEntry entry : entries) {
            if (entry.record() instanceof StoreTrace commit
                    && commit.resource().group().equals("rbac.authorization.k8s.io")) {
                String key = commit.subject();
                switch (commit.change()) {
                    case DELETED -> present.remove(key);
                    default -> present.put(key, commit.object());
                }
                states.put(entry.time(), new ArrayList<>(present.values()));
            }
        }
    }

    /** Whether all, some or none of the states that were in force in that time permit it. */
    boolean allowsAlways(Attributes question, long from, long to) {
        return between(from, to).stream().allMatch(objects -> NaiveRbac.allows(question, objects));
    }

    boolean allowsSometime(Attributes question, long from, long to) {
        return between(from, to).stream().anyMatch(objects -> NaiveRbac.allows(question, objects));
    }

    private List<List<KubernetesObject>> between(long from, long to) {
        long first = states.floorKey(Math.max(0, from));
        return new ArrayList<>(
                states.subMap(first, true, Math.max(first, to), true).values());
    }
}
