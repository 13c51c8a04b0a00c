package dev.wavetank.model.patch.apply;

import dev.wavetank.model.patch.JsonTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Objects of the API types as trees of parts that can be owned. */
record TypedTree(Topology topology, boolean keepsAppliedOrder) {

    /** The fields that an applied configuration claims. */
    FieldSet fields(Node root, Object config) {
        FieldSet result = new FieldSet();
        collect(root, List.of(), config, result);
        return result;
    }

    private void collect(Node node, List<PathElement> path, Object value, FieldSet fields) {
        if (node.isLeaf(value, value)) {
            if (!path.isEmpty() && !(node.isList() && value instanceof List)) {
                fields.insert(path);
            }
            return;
        }
        node.parts(value).forEach((element, part) -> {
            List<PathElement> below = new ArrayList<>(path);
            below.add(element);
            collect(node.part(topology, element), below, part, fields);
            boolean declared = node.kind() == Node.Kind.STRUCT && topology.has(node, String.valueOf(element.content()));
            if (!declared) {
                fields.insert(below);
            }
        });
    }

    /** The set with the declared fields that lead to its fields. */
    FieldSet withParents(Node node, FieldSet fields) {
        FieldSet result = new FieldSet();
        addWithParents(node, List.of(), fields, result);
        return result;
    }

    private void addWithParents(Node node, List<PathElement> path, FieldSet fields, FieldSet result) {
        for (PathElement element : fields.elements()) {
            FieldSet child = fields.below(element);
            List<PathElement> below = new ArrayList<>(path);
            below.add(element);
            boolean declared = node.kind() == Node.Kind.STRUCT
                    && element.kind() == PathElement.Kind.FIELD
                    && topology.has(node, (String) element.content());
            if (child.isMember() || declared) {
                result.insert(below);
            }
            addWithParents(node.part(topology, element), below, child, result);
        }
    }

    /** The live value with all that the configuration says. */
    Object merged(Node node, Object live, Object config) {
        if (config == Node.ABSENT || live == Node.ABSENT || node.isLeaf(live, config)) {
            return JsonTree.copy(config == Node.ABSENT ? live : config);
        }
        return node.isList() ? mergedList(node, live, config) : mergedMap(node, live, config);
    }

    private Object mergedMap(Node node, Object live, Object config) {
        Map<String, Object> result = JsonTree.copy(JsonTree.mapOrEmpty(live));
        JsonTree.mapOrEmpty(config).forEach((key, value) -> {
            Object now = result.containsKey(key) ? result.get(key) : Node.ABSENT;
            result.put(key, merged(topology.field(node, key), now, value));
        });
        return result;
    }

    private Object mergedList(Node node, Object live, Object config) {
        Map<PathElement, Object> here = node.parts(live);
        Map<PathElement, Object> there = node.parts(config);
        List<Object> result = new ArrayList<>();
        for (PathElement element : order(List.copyOf(here.keySet()), List.copyOf(there.keySet()))) {
            result.add(merged(
                    topology.item(node),
                    here.getOrDefault(element, Node.ABSENT),
                    there.getOrDefault(element, Node.ABSENT)));
        }
        return result;
    }

    /** Live items that are not applied keep their place between the applied ones, which come in the applied order. */
    private List<PathElement> order(List<PathElement> live, List<PathElement> applied) {
        List<PathElement> result = new ArrayList<>();
        if (!keepsAppliedOrder) {
            result.addAll(live);
            applied.stream().filter(element -> !live.contains(element)).forEach(result::add);
            return result;
        }
        List<PathElement> shared = applied.stream().filter(live::contains).toList();
        int nextLive = 0;
        int nextShared = 0;
        for (PathElement element : applied) {
            boolean known = live.contains(element);
            while (nextLive < live.size() && !isAwaited(live.get(nextLive), shared, nextShared)) {
                PathElement other = live.get(nextLive++);
                if (!shared.contains(other)) {
                    result.add(other);
                }
            }
            result.add(element);
            if (known) {
                nextShared++;
                nextLive = nextLive < live.size() && live.get(nextLive).equals(element) ? nextLive + 1 : nextLive;
            }
        }
        live.subList(nextLive, live.size()).stream()
                .filter(element -> !shared.contains(element))
                .forEach(result::add);
        return result;
    }

    private static boolean isAwaited(PathElement element, List<PathElement> shared, int nextShared) {
        return nextShared < shared.size() && shared.get(nextShared).equals(element);
    }

    /** The value without some fields. Containers that lose their last part go too. */
    Object without(Node node, Object value, FieldSet gone) {
        if (node.isMap() && value instanceof Map<?, ?>) {
            Map<String, Object> result = new LinkedHashMap<>();
            node.parts(value).forEach((element, part) -> {
                Object left = left(node, element, part, gone);
                if (left != Node.ABSENT) {
                    result.put((String) element.content(), left);
                }
            });
            return result;
        }
        if (node.isList() && value instanceof List<?> list) {
            List<Object> result = new ArrayList<>();
            for (int i = 0; i < list.size(); i++) {
                Object left = left(node, node.element(list.get(i), i), list.get(i), gone);
                if (left != Node.ABSENT) {
                    result.add(left);
                }
            }
            return result;
        }
        return value;
    }

    private Object left(Node node, PathElement element, Object part, FieldSet gone) {
        FieldSet below = gone.below(element);
        if (below.isMember()) {
            return Node.ABSENT;
        }
        if (below.isEmpty()) {
            return part;
        }
        Object left = without(node.part(topology, element), part, below);
        boolean emptied = !Node.isEmptyContainer(part) && Node.isEmptyContainer(left);
        return emptied ? Node.ABSENT : left;
    }
}
