package dev.wavetank.model.patch.apply;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Keeps the list of managers short: the oldest of those that do not apply are put together. */
final class Ancients {
    /** How many managers that do not apply are recorded separately: DefaultMaxUpdateManagers. */
    private static final int UPDATERS_MAX = 10;

    private static final String MANAGER = "ancient-changes";

    private Ancients() {}

    /** The same owners' fields in as few entries as necessary; two entries for each API version at least stay. */
    static ManagedFields capped(ManagedFields managed) {
        List<ManagedFields.Entry> updaters = new ArrayList<>(
                managed.entries().stream().filter(entry -> !entry.applies()).toList());
        updaters.sort(Comparator.comparing(ManagedFields.Entry::time)
                .thenComparing(ManagedFields.Entry::manager)
                .thenComparing(ManagedFields.Entry::apiVersion));
        Map<String, ManagedFields.Entry> firsts = new LinkedHashMap<>();
        ManagedFields result = managed;
        int left = updaters.size();
        for (ManagedFields.Entry entry : updaters) {
            if (left <= UPDATERS_MAX) {
                break;
            }
            ManagedFields.Entry first = firsts.putIfAbsent(entry.apiVersion(), entry);
            if (first != null) {
                result = putTogether(result, first, entry);
                left--;
            }
        }
        return result;
    }

    private static ManagedFields putTogether(
            ManagedFields managed, ManagedFields.Entry first, ManagedFields.Entry entry) {
        ManagedFields.Entry bucket = new ManagedFields.Entry(
                MANAGER, entry.operation(), entry.apiVersion(), entry.time(), "", FieldSet.none());
        FieldSet ancient = managed.of(bucket).orElse(first).fields();
        return managed.without(first).without(entry).with(bucket.with(ancient.union(entry.fields())));
    }
}
