package dev.wavetank.model.controller.garbagecollector;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Who is owned by whom, as far as the informers have told. */
final class OwnerGraph {

    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<String, Set<String>> dependents = new LinkedHashMap<>();
    private final Consumer<String> suspects;

    /**
     * An object of the graph.
     *
     * @param type its resource
     * @param key its namespace and name
     * @param uid its identity
     * @param owners who own it
     * @param observed whether it was seen itself; otherwise only a reference to it was
     */
    record Node(ResourceType type, ObjectKey key, String uid, List<OwnerReference> owners, boolean observed) {}

    /** An empty graph; {@code suspects} is told the uids of objects that may have lost their owners, or never were. */
    OwnerGraph(Consumer<String> suspects) {
        this.suspects = suspects;
    }

    /** The object with that uid, if anything is known about it. */
    Optional<Node> node(String uid) {
        return Optional.ofNullable(nodes.get(uid));
    }

    /** An object was seen, for the first time or in a new state. */
    void observe(ResourceType type, KubernetesObject object) {
        List<OwnerReference> owners = object.metadata().ownerReferences();
        Node before = nodes.get(object.uid());
        if (before != null && before.observed() && before.owners().equals(owners)) {
            return;
        }
        if (before != null) {
            unlink(before);
        }
        Node node = new Node(type, object.key(), object.uid(), owners, true);
        nodes.put(node.uid(), node);
        for (OwnerReference owner : owners) {
            dependents
                    .computeIfAbsent(owner.uid(), missing -> new LinkedHashSet<>())
                    .add(node.uid());
            suspectUnseen(owner, node);
        }
        if (before != null && before.observed()) {
            suspects.accept(node.uid());
        }
    }

    /** An object is gone. Answers whether it owned anything. */
    boolean remove(String uid) {
        Node node = nodes.remove(uid);
        if (node != null) {
            unlink(node);
        }
        Set<String> owned = dependents.get(uid);
        if (owned == null) {
            return false;
        }
        new ArrayList<>(owned).forEach(suspects);
        return true;
    }

    /** An owner that no informer has shown yet may be gone already: it stands in the graph until that is known. */
    private void suspectUnseen(OwnerReference owner, Node dependent) {
        if (nodes.containsKey(owner.uid())) {
            return;
        }
        typeOf(owner).ifPresent(type -> {
            String namespace = type.namespaced() ? dependent.key().namespace() : "";
            ObjectKey key = new ObjectKey(namespace, owner.name());
            nodes.put(owner.uid(), new Node(type, key, owner.uid(), List.of(), false));
            suspects.accept(owner.uid());
        });
    }

    private void unlink(Node node) {
        for (OwnerReference owner : node.owners()) {
            Set<String> siblings = dependents.get(owner.uid());
            if (siblings != null && siblings.remove(node.uid()) && siblings.isEmpty()) {
                dependents.remove(owner.uid());
            }
        }
    }

    /** The resource of an owner; empty for kinds that the API does not have. */
    static Optional<ResourceType> typeOf(OwnerReference owner) {
        return Resources.ALL.stream()
                .filter(type ->
                        type.kind().equals(owner.kind()) && type.apiVersion().equals(owner.apiVersion()))
                .findFirst();
    }
}
