package dev.wavetank.model.controller.garbagecollector;

import dev.wavetank.model.api.ApiResource;
import dev.wavetank.model.api.ResourceType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The kinds that the API server served at the last discovery. */
final class KnownKinds {

    /** By the name of the kind: it is in one group, or in few. */
    private final Map<String, List<ResourceType>> byKind = new LinkedHashMap<>();

    private final Set<ResourceType> deletable = new LinkedHashSet<>();

    /** Stores the result of discovery. */
    void learn(List<ApiResource> resources) {
        byKind.clear();
        deletable.clear();
        for (ApiResource resource : resources) {
            ResourceType type = resource.type();
            byKind.computeIfAbsent(type.kind(), kind -> new ArrayList<>(1)).add(type);
            if (resource.can("delete", "list", "watch") && !isEvents(type)) {
                deletable.add(type);
            }
        }
    }

    /** Events neither own objects nor have owners, and there are many. */
    private static boolean isEvents(ResourceType type) {
        return type.plural().equals("events");
    }

    /** The kinds whose objects may be owned or own others. */
    List<ResourceType> deletable() {
        return new ArrayList<>(deletable);
    }

    /**
     * The resource of a kind; empty when the server does not serve it. References may name the kind in another
     * version of its group.
     */
    Optional<ResourceType> find(String apiVersion, String kind) {
        List<ResourceType> named = byKind.getOrDefault(kind, List.of());
        String group = ResourceType.groupOf(apiVersion);
        return named.stream()
                .filter(type -> type.apiVersion().equals(apiVersion))
                .findFirst()
                .or(() -> named.stream()
                        .filter(other -> other.group().equals(group))
                        .findFirst());
    }

    /** The total number of versions of the groups of custom resources. */
    int customGroupVersions() {
        return (int) byKind.values().stream()
                .flatMap(List::stream)
                .filter(ResourceType::isCustom)
                .map(ResourceType::apiVersion)
                .distinct()
                .count();
    }
}
