package dev.wavetank.model.apiserver.resource;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.version.VersionRange;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One line of {@code resources.txt}, taken apart. */
final class ResourceLine {

    private static final List<String> ALL_VERBS =
            List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
    private static final int FIXED_WORDS = 5;

    private final List<String> words;
    private final Map<String, String> more = new TreeMap<>();
    private final VersionRange versions;

    /** Takes a line apart. */
    ResourceLine(String line) {
        this.words = Arrays.asList(line.split(" "));
        for (String word : words.subList(FIXED_WORDS, words.size())) {
            int equals = word.indexOf('=');
            more.put(word.substring(0, equals), word.substring(equals + 1));
        }
        this.versions = VersionRange.of(more.get("since"), more.get("until"));
    }

    String apiVersion() {
        return words.get(0);
    }

    /** Resource, or resource/subresource. */
    String name() {
        return words.get(1);
    }

    String plural() {
        int slash = name().indexOf('/');
        return slash < 0 ? name() : name().substring(0, slash);
    }

    String subresource() {
        int slash = name().indexOf('/');
        return slash < 0 ? "" : name().substring(slash + 1);
    }

    String bodyKind() {
        return words.get(2).substring(words.get(2).indexOf(':') + 1);
    }

    String bodyVersion() {
        int colon = words.get(2).indexOf(':');
        return colon < 0 ? apiVersion() : words.get(2).substring(0, colon);
    }

    List<String> verbs() {
        return words.get(4).equals("all") ? ALL_VERBS : List.of(words.get(4).split(","));
    }

    /** The comma-separated values of a field; none when the line lacks it. */
    List<String> list(String field) {
        return more.containsKey(field) ? List.of(more.get(field).split(",")) : List.of();
    }

    /** The versions that serve it so. */
    VersionRange versions() {
        return versions;
    }

    String storageVersion() {
        return more.getOrDefault("stored", canonicalVersion());
    }

    private String canonicalVersion() {
        return more.getOrDefault("as", apiVersion());
    }

    /** The resource itself in the version of this line. */
    ResourceType type(String kind) {
        return type(apiVersion(), kind);
    }

    /** The resource itself in the version that components and the store know. */
    ResourceType canonical(String kind) {
        return type(canonicalVersion(), kind);
    }

    private ResourceType type(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        return new ResourceType(
                slash < 0 ? "" : apiVersion.substring(0, slash),
                apiVersion.substring(slash + 1),
                kind,
                plural(),
                words.get(3).equals("Namespaced"));
    }
}
