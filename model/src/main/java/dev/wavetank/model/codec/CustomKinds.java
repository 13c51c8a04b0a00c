package dev.wavetank.model.codec;

import dev.wavetank.model.api.ResourceType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The kinds that CustomResourceDefinitions define, as far as they have been observed. */
public final class CustomKinds {

    private final Map<String, ResourceType> byKind = new TreeMap<>();
    private final Map<String, ResourceType> byName = new LinkedHashMap<>();

    /** Takes in a definition; any other object, or one that is no good definition, says nothing. */
    public void learn(Map<String, Object> object) {
        if (!"CustomResourceDefinition".equals(object.get("kind")) || !(object.get("spec") instanceof Map<?, ?> spec)) {
            return;
        }
        if (!(spec.get("names") instanceof Map<?, ?> names) || !(spec.get("versions") instanceof List<?> versions)) {
            return;
        }
        boolean namespaced = "Namespaced".equals(spec.get("scope"));
        for (Object version : versions) {
            if (version instanceof Map<?, ?> one && !Boolean.FALSE.equals(one.get("served"))) {
                learn(
                        new ResourceType(
                                String.valueOf(spec.get("group")),
                                String.valueOf(one.get("name")),
                                String.valueOf(names.get("kind")),
                                String.valueOf(names.get("plural")),
                                namespaced),
                        names);
            }
        }
    }

    private void learn(ResourceType resource, Map<?, ?> names) {
        byKind.put(key(resource.apiVersion(), resource.kind()), resource);
        name(resource.plural(), resource);
        name(resource.kind().toLowerCase(Locale.ROOT), resource);
        name(String.valueOf(names.get("singular")), resource);
        if (names.get("shortNames") instanceof List<?> shortNames) {
            shortNames.forEach(name -> name(String.valueOf(name), resource));
        }
    }

    private void name(String name, ResourceType resource) {
        byName.putIfAbsent(name, resource);
        byName.putIfAbsent(name + "." + resource.group(), resource);
        byName.putIfAbsent(name + "." + resource.version() + "." + resource.group(), resource);
    }

    /** The resource of a manifest's objects. */
    public Optional<ResourceType> find(String apiVersion, String kind) {
        return Optional.ofNullable(byKind.get(key(apiVersion, kind)));
    }

    /** The resource that people mean by a name, such as {@code ct} or {@code crontabs.stable.example.com}. */
    public Optional<ResourceType> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    private static String key(String apiVersion, String kind) {
        return apiVersion + " " + kind;
    }
}
