package dev.wavetank.properties.oracle;

import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.properties.oracle.StoredObjects.Stored;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Turns stored objects into an {@link EndState}, whose documentation lists what is left out. */
final class Normalization {

    private static final ObjectCodec CODEC = new ObjectCodec();

    /** Resources that record events, and the API server's own allocations. */
    private static final Set<String> LEFT_OUT =
            Set.of("events", "events.events.k8s.io", "leases.coordination.k8s.io", "ranges");

    /** Fields that hold addresses which the cluster gave out. */
    private static final List<String> GIVEN = List.of("podIP", "clusterIP");

    private final Names names;
    private final Map<Stored, Map<String, Object>> trees;

    private Normalization(Map<Stored, Map<String, Object>> trees) {
        this.trees = trees;
        this.names = new Names(trees.keySet());
        trees.forEach(this::giveAddresses);
    }

    static EndState of(List<Stored> objects) {
        Map<Stored, Map<String, Object>> trees = new LinkedHashMap<>();
        for (Stored stored : objects) {
            if (!LEFT_OUT.contains(stored.resource().qualified())) {
                trees.put(stored, CODEC.encode(stored.object()));
            }
        }
        trees.keySet().removeAll(LostTokens.among(trees));
        return new Normalization(trees).normalize();
    }

    private EndState normalize() {
        Map<String, List<Map<String, String>>> equals = new TreeMap<>();
        trees.forEach((stored, tree) -> equals.computeIfAbsent(names.of(stored), missing -> new ArrayList<>())
                .add(fields(stored, tree)));
        Map<String, String> all = new TreeMap<>();
        equals.forEach((name, members) -> {
            members.sort(Comparator.comparing(Object::toString));
            for (int i = 0; i < members.size(); i++) {
                String object = members.size() == 1 && !Names.isShared(name) ? name : name + (i + 1);
                members.get(i).forEach((path, value) -> all.put(object + " " + path, value));
            }
        });
        return new EndState(all);
    }

    private void giveAddresses(Stored stored, Map<String, Object> tree) {
        for (String part : List.of("spec", "status")) {
            for (String field : GIVEN) {
                if (tree.get(part) instanceof Map<?, ?> fields && fields.get(field) instanceof String address) {
                    names.give(address, stored);
                }
            }
        }
    }

    private Map<String, String> fields(Stored stored, Map<String, Object> tree) {
        Map<String, String> fields = new TreeMap<>();
        boolean isToken = LostTokens.TYPE.equals(tree.get("type"));
        Normalizer normalizer = new Normalizer(names, stored);
        for (Map.Entry<String, Object> part : tree.entrySet()) {
            if (!(isToken && part.getKey().equals("data"))) {
                flatten(part.getKey(), normalizer.of(part.getKey(), part.getValue()), fields);
            }
        }
        return fields;
    }

    private static void flatten(String path, Object value, Map<String, String> out) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, each) -> flatten(path + "." + key, each, out));
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                flatten(path + "[" + i + "]", list.get(i), out);
            }
        } else if (value != null) {
            out.put(path, value.toString());
        }
    }
}
