package dev.wavetank.model.codec;

import dev.wavetank.model.api.ResourceType;
import java.util.Collections;
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
        if (!(spec.get("names") instanceof Map<?, ?> names)) {
            return;
        }
        // apiextensions.k8s.io/v1beta1 may name one version, without a list.
        List<?> versions = spec.get("versions") instanceof List<?> list && !list.isEmpty()
                ? list
                : spec.get("version") instanceof String only ? List.of(Collections.singletonMap("name", only)) : List.of();
        boolean namespaced = "Namespaced".equals(spec.get("scope"));
        for (Object version : versions) {
            if (version instanceof Map<?, ?> one && !Boolean.FALSE.equals(one.get("served"))) {
                List<String> shortNames = names.get("shortNames") instanceof List<?> list
                        ? list.stream().map(String::valueOf).toList()
                        : List.of();
                ResourceType resource = new ResourceType(
                        String.valueOf(spec.get("group")),
                        String.valueOf(one.get("name")),
                        String.valueOf(names.get("kind")),
                        String.valueOf(names.get("plural")),
                        namespaced);
                learn(resource, String.valueOf(names.get("singular")), shortNames);
            }
        }
    }

    /** Takes in a kind with its other names. */
    public void learn(ResourceType resource, String singular, List<String> shortNames) {
        byKind.put(key(resource.apiVersion(), resource.kind()), resource);
        name(resource.plural(), resource);
        name(resource.kind().toLowerCase(Locale.ROOT), resource);
        if (!singular.isEmpty()) {
            name(singular, resource);
        }
        shortNames.forEach(name -> name(name, resource));
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

    /** Whether there is a kind of this group. */
    public boolean hasGroup(String group) {
        return byKind.values().stream().anyMatch(resource -> resource.group().equals(group));
    }

    /** The resource that people mean by a name, such as {@code ct} or {@code crontabs.stable.example.com}. */
    public Optional<ResourceType> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    private static String key(String apiVersion, String kind) {
        return apiVersion + " " + kind;
    }
}
