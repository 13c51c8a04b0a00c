package dev.wavetank.model.scheduler.cache;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.scheduler.framework.PodGroup;
import dev.wavetank.model.scheduler.framework.PodInfo;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the pods of a snapshot by namespace and label, without a look at the nodes. */
final class PodGroups {

    private final Map<Key, Group> groups = new LinkedHashMap<>();
    private final Map<Label, Map<Key, PodGroup>> byLabel = new LinkedHashMap<>();

    // What a compiler makes of records is slow before the JIT compiler has optimized it, and these are looked up often.

    private record Key(String namespace, Map<String, String> labels) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && labels.equals(key.labels) && namespace.equals(key.namespace);
        }

        @Override
        public int hashCode() {
            return 31 * namespace.hashCode() + labels.hashCode();
        }
    }

    private record Label(String namespace, String key, String value) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Label label
                    && value.equals(label.value)
                    && key.equals(label.key)
                    && namespace.equals(label.namespace);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * namespace.hashCode() + key.hashCode()) + value.hashCode();
        }
    }

    private record Group(Map<String, String> labels, Map<String, Long> byNode) implements PodGroup {}

    /** The groups whose pods have this label. */
    Collection<PodGroup> with(String namespace, String key, String value) {
        return byLabel.getOrDefault(new Label(namespace, key, value), Collections.emptyMap())
                .values();
    }

    /** The pods of a node have changed. The lists mostly differ in one place, and what is before and after is skipped. */
    void change(String node, List<PodInfo> before, List<PodInfo> after) {
        int start = 0;
        int shorter = Math.min(before.size(), after.size());
        while (start < shorter && before.get(start) == after.get(start)) {
            start++;
        }
        int same = 0;
        while (same < shorter - start && before.get(before.size() - 1 - same) == after.get(after.size() - 1 - same)) {
            same++;
        }
        for (int i = start; i < before.size() - same; i++) {
            add(before.get(i), node, -1);
        }
        for (int i = start; i < after.size() - same; i++) {
            add(after.get(i), node, 1);
        }
    }

    private void add(PodInfo pod, String node, long sign) {
        ObjectMeta metadata = pod.pod().metadata();
        if (metadata.isDeleting()) {
            return;
        }
        Key key = new Key(metadata.namespace(), metadata.labels());
        Group group = groups.get(key);
        if (group == null) {
            group = new Group(metadata.labels(), new LinkedHashMap<>(4));
            groups.put(key, group);
            for (Map.Entry<String, String> label : metadata.labels().entrySet()) {
                byLabel.computeIfAbsent(
                                new Label(metadata.namespace(), label.getKey(), label.getValue()),
                                first -> new LinkedHashMap<>(4))
                        .put(key, group);
            }
        }
        group.byNode.merge(node, sign, PodGroups::sum);
        if (group.byNode.isEmpty()) {
            groups.remove(key);
            metadata.labels().forEach((name, value) -> drop(new Label(metadata.namespace(), name, value), key));
        }
    }

    /** A sum of 0 is left out. */
    @SuppressWarnings("NullAway") // Map.merge removes the entry when the function returns null
    private static Long sum(Long before, Long added) {
        long sum = before + added;
        return sum == 0 ? null : sum;
    }

    private void drop(Label label, Key key) {
        Map<Key, PodGroup> left = byLabel.get(label);
        if (left != null) {
            left.remove(key);
            if (left.isEmpty()) {
                byLabel.remove(label);
            }
        }
    }
}
