package dev.wavetank.model.controller.garbagecollector;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.apiserver.request.Release;
import dev.wavetank.model.apiserver.resource.ResourceTable;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.codec.CustomKinds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The kinds that the API server serves, where the real collector asks for discovery documents: those of the release,
 * and those of the definitions that were established when it last looked.
 */
final class KnownKinds {

    private static final List<String> NEEDED = List.of("delete", "list", "watch");

    private final Map<String, ResourceType> builtIn = new LinkedHashMap<>();
    private final Set<ResourceType> monitored = new LinkedHashSet<>();
    private CustomKinds custom = new CustomKinds();

    KnownKinds(int minorVersion) {
        for (ServedResource served : ResourceTable.of(release(minorVersion)).all()) {
            if (!served.subresource().isEmpty()) {
                continue;
            }
            ResourceType type = served.canonical();
            builtIn.putIfAbsent(key(served.type().apiVersion(), type.kind()), type);
            if (served.verbs().containsAll(NEEDED) && !type.equals(Resources.EVENTS) && !isEvents(type)) {
                monitored.add(type);
            }
        }
    }

    private static Release release(int minorVersion) {
        if (minorVersion < 20) {
            return Release.V1_8;
        }
        return minorVersion < 32 ? Release.V1_20 : Release.V1_32;
    }

    /** Events own nothing and nobody owns them; they are only many. */
    private static boolean isEvents(ResourceType type) {
        return type.plural().equals("events");
    }

    /** All built-in kinds whose objects may be owned or own others. */
    List<ResourceType> monitored() {
        return new ArrayList<>(monitored);
    }

    /** Takes in the definitions as they are now; answers the kinds among them that are served. */
    List<ResourceType> learn(List<? extends KubernetesObject> definitions) {
        custom = new CustomKinds();
        List<ResourceType> served = new ArrayList<>();
        for (KubernetesObject object : definitions) {
            if (object instanceof GenericObject definition && isEstablished(definition)) {
                Map<String, Object> tree = new LinkedHashMap<>(definition.other());
                tree.put("kind", definition.kind());
                custom.learn(tree);
                custom.named(definition.metadata().name()).ifPresent(served::add);
            }
        }
        return served;
    }

    private static boolean isEstablished(GenericObject definition) {
        return definition.other().get("status") instanceof Map<?, ?> status
                && status.get("conditions") instanceof List<?> conditions
                && conditions.stream()
                        .anyMatch(condition -> condition instanceof Map<?, ?> one
                                && "Established".equals(one.get("type"))
                                && "True".equals(one.get("status")));
    }

    /** The resource of a kind; empty when nothing like it is served. */
    Optional<ResourceType> find(String apiVersion, String kind) {
        ResourceType type = builtIn.get(key(apiVersion, kind));
        return type == null ? custom.find(apiVersion, kind) : Optional.of(type);
    }

    private static String key(String apiVersion, String kind) {
        return apiVersion + " " + kind;
    }
}
