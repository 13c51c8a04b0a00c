package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.schema.Field;
import dev.wavetank.model.schema.FieldType;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.version.PerVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Where in the specification of a pod fields are that a version has and does not keep, by {@code kept=} in {@code
 * types.txt}. Only these places are looked at, so that a version without such fields pays nothing.
 */
final class GatedFields {

    private static final String POD_SPEC = "PodSpec";
    private static final PerVersion<Fields> BY_VERSION = new PerVersion<>(version -> {
        Fields fields = fields(POD_SPEC, version);
        return fields == null ? new Fields(List.of(), new TreeMap<>()) : fields;
    });

    /**
     * Those of one type.
     *
     * @param dropped names of the fields
     * @param inner fields that hold others with such fields
     */
    private record Fields(List<String> dropped, Map<String, Fields> inner) {

        Map<String, Object> drop(Map<String, Object> tree) {
            Map<String, Object> kept = tree;
            for (String name : dropped) {
                if (kept.containsKey(name)) {
                    kept = kept == tree ? new TreeMap<>(tree) : kept;
                    kept.remove(name);
                }
            }
            for (Map.Entry<String, Fields> entry : inner.entrySet()) {
                Object value = kept.get(entry.getKey());
                Object left = value == null ? null : entry.getValue().dropFrom(value);
                if (left != value && left != null) {
                    kept = kept == tree ? new TreeMap<>(tree) : kept;
                    kept.put(entry.getKey(), left);
                }
            }
            return kept;
        }

        /** Adds the paths of those that are there, without indexes. */
        void find(Object value, String path, Set<String> found) {
            if (value instanceof List<?> list) {
                list.forEach(item -> find(item, path, found));
            }
            if (!(value instanceof Map<?, ?> map)) {
                return;
            }
            for (String name : dropped) {
                if (map.containsKey(name)) {
                    found.add(path + name);
                }
            }
            for (Map.Entry<String, Fields> entry : inner.entrySet()) {
                Object within = map.get(entry.getKey());
                if (within != null) {
                    entry.getValue().find(within, path + entry.getKey() + ".", found);
                }
            }
        }

        /** From an object, or from each of a list. */
        @SuppressWarnings("unchecked") // JSON has text keys only
        private Object dropFrom(Object value) {
            if (value instanceof Map<?, ?> map) {
                return drop((Map<String, Object>) map);
            }
            if (!(value instanceof List<?> list)) {
                return value;
            }
            List<Object> left = new ArrayList<>(list.size());
            boolean isChanged = false;
            for (Object item : list) {
                Object kept = dropFrom(item);
                isChanged |= kept != item;
                left.add(kept);
            }
            return isChanged ? left : value;
        }
    }

    private GatedFields() {}

    /** The rest of a specification, without them. */
    static Map<String, Object> drop(Map<String, Object> rest, KubernetesVersion version) {
        return BY_VERSION.of(version).drop(rest);
    }

    /** The paths of those that a specification has, such as {@code topologySpreadConstraints.minDomains}. */
    static Set<String> in(PodSpec spec, KubernetesVersion version) {
        Set<String> found = new TreeSet<>();
        Fields fields = BY_VERSION.of(version);
        fields.find(spec.other(), "", found);
        Fields ofAffinity = fields.inner().get("affinity");
        if (spec.affinity() != null && ofAffinity != null) {
            ofAffinity.find(spec.affinity(), "affinity.", found);
        }
        return found;
    }

    /** The affinity of a specification, without them. */
    static @Nullable Map<String, Object> dropFromAffinity(
            @Nullable Map<String, Object> affinity, KubernetesVersion version) {
        Fields fields = BY_VERSION.of(version).inner().get("affinity");
        return affinity == null || fields == null ? affinity : fields.drop(affinity);
    }

    private static @Nullable Fields fields(String type, KubernetesVersion version) {
        List<String> dropped = new ArrayList<>();
        Map<String, Fields> inner = new TreeMap<>();
        for (Field field : ApiSchema.get().fields(type).values()) {
            String struct = structOf(field.type());
            if (!field.isIn(version)) {
                continue;
            }
            if (!field.isKeptIn(version)) {
                dropped.add(field.name());
            } else if (struct != null) {
                Fields within = fields(struct, version);
                if (within != null) {
                    inner.put(field.name(), within);
                }
            }
        }
        return dropped.isEmpty() && inner.isEmpty() ? null : new Fields(dropped, inner);
    }

    private static @Nullable String structOf(FieldType type) {
        FieldType element = type.element();
        if (type.shape() == FieldType.Shape.LIST && element != null) {
            return structOf(element);
        }
        return type.shape() == FieldType.Shape.STRUCT ? type.name() : null;
    }
}
