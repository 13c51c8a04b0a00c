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

    private final Map<String, ResourceType> byKind = new LinkedHashMap<>();
    private final Set<ResourceType> deletable = new LinkedHashSet<>();

    /** Stores the result of discovery. */
    void learn(List<ApiResource> resources) {
        byKind.clear();
        deletable.clear();
        for (ApiResource resource : resources) {
            ResourceType type = resource.type();
            byKind.putIfAbsent(key(type.apiVersion(), type.kind()), type);
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
        ResourceType type = byKind.get(key(apiVersion, kind));
        if (type != null) {
            return Optional.of(type);
        }
        String group = ResourceType.groupOf(apiVersion);
        return byKind.values().stream()
                .filter(other -> other.kind().equals(kind) && other.group().equals(group))
                .findFirst();
    }

    /** The total number of versions of the groups of custom resources. */
    int customGroupVersions() {
        return (int) byKind.values().stream()
                .filter(ResourceType::isCustom)
                .map(ResourceType::apiVersion)
                .distinct()
                .count();
    }

    private static String key(String apiVersion, String kind) {
        return apiVersion + " " + kind;
    }
}
