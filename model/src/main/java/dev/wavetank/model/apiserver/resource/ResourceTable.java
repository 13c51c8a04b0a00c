package dev.wavetank.model.apiserver.resource;

import dev.wavetank.model.api.ResourceType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** All resources that are served, from {@code resources.txt}. Immutable. */
public final class ResourceTable implements ServedResources {

    private static final List<String> ALL_VERBS =
            List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");

    private final Map<String, ServedResource> byPath = new LinkedHashMap<>();
    private final List<String> groups = new ArrayList<>();

    private ResourceTable(List<String> lines) {
        Map<String, String> kinds = new LinkedHashMap<>();
        for (String line : lines) {
            List<String> words = List.of(line.split(" "));
            String apiVersion = words.get(0);
            String path = words.get(1);
            int slash = path.indexOf('/');
            String plural = slash < 0 ? path : path.substring(0, slash);
            int colon = words.get(2).indexOf(':');
            String kind = words.get(2).substring(colon + 1);
            kinds.putIfAbsent(apiVersion + " " + plural, kind);
            int groupEnd = apiVersion.indexOf('/');
            String group = groupEnd < 0 ? "" : apiVersion.substring(0, groupEnd);
            if (!groups.contains(group)) {
                groups.add(group);
            }
            ResourceType type = new ResourceType(
                    group,
                    apiVersion.substring(groupEnd + 1),
                    kinds.get(apiVersion + " " + plural),
                    plural,
                    words.get(3).equals("Namespaced"));
            byPath.put(
                    apiVersion + " " + path,
                    new ServedResource(
                            type,
                            slash < 0 ? "" : path.substring(slash + 1),
                            colon < 0 ? apiVersion : words.get(2).substring(0, colon),
                            kind,
                            words.get(4).equals("all")
                                    ? ALL_VERBS
                                    : List.of(words.get(4).split(",")),
                            words.subList(5, words.size())));
        }
    }

    /** Reads the table that comes with this module. */
    public static ResourceTable load() {
        var stream = Objects.requireNonNull(ResourceTable.class.getResourceAsStream("resources.txt"), "resources.txt");
        try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return new ResourceTable(
                    reader.lines().filter(line -> !line.startsWith("#")).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Optional<ServedResource> find(String group, String version, String name) {
        return Optional.ofNullable(byPath.get(apiVersion(group, version) + " " + name));
    }

    @Override
    public List<String> groups() {
        return Collections.unmodifiableList(groups);
    }

    @Override
    public List<ServedResource> all() {
        return new ArrayList<>(byPath.values());
    }

    /** How objects of the group carry it: {@code v1}, {@code apps/v1}. */
    public static String apiVersion(String group, String version) {
        return group.isEmpty() ? version : group + "/" + version;
    }
}
