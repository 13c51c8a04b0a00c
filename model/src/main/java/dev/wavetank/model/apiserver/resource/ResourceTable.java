package dev.wavetank.model.apiserver.resource;

import dev.wavetank.model.apiserver.request.Release;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** All resources that the server of a release has built in, from {@code resources.txt}. Immutable. */
public final class ResourceTable implements ServedResources {

    private final Map<String, ServedResource> byName = new LinkedHashMap<>();
    private final List<String> groups = new ArrayList<>();
    private final List<ServedResource> all;

    private ResourceTable(List<ResourceLine> lines, Release release) {
        Map<String, String> kinds = new LinkedHashMap<>();
        for (ResourceLine line : lines) {
            if (release.names().stream().anyMatch(line::isIn)) {
                kinds.putIfAbsent(line.apiVersion() + " " + line.plural(), line.bodyKind());
                add(line, kinds.get(line.apiVersion() + " " + line.plural()), release);
            }
        }
        all = Collections.unmodifiableList(new ArrayList<>(byName.values()));
    }

    private void add(ResourceLine line, String kind, Release release) {
        ServedResource served = new ServedResource(
                line.type(kind),
                line.subresource(),
                line.bodyVersion(),
                line.bodyKind(),
                line.verbs(),
                line.list("short"),
                tellsSingulars(release) && line.subresource().isEmpty() ? kind.toLowerCase(Locale.ROOT) : "",
                line.list("category"),
                line.canonical(kind),
                line.storageVersion());
        if (!groups.contains(served.type().group())) {
            groups.add(served.type().group());
        }
        byName.put(line.apiVersion() + " " + line.name(), served);
    }

    /** Discovery told no singular names before v1.27. */
    private static boolean tellsSingulars(Release release) {
        return release == Release.V1_32;
    }

    /** The table of a release. */
    public static ResourceTable of(Release release) {
        return Lazy.TABLES.get(release);
    }

    @Override
    public Optional<ServedResource> find(String group, String version, String name) {
        return Optional.ofNullable(byName.get(apiVersion(group, version) + " " + name));
    }

    @Override
    public List<String> groups() {
        return Collections.unmodifiableList(groups);
    }

    @Override
    public List<ServedResource> all() {
        return all;
    }

    /** How objects of the group carry it: {@code v1}, {@code apps/v1}. */
    public static String apiVersion(String group, String version) {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** Read when a server first speaks HTTP; the same for every run. */
    private static final class Lazy {
        private static final Map<Release, ResourceTable> TABLES = tables();

        private static Map<Release, ResourceTable> tables() {
            List<ResourceLine> lines = lines();
            Map<Release, ResourceTable> tables = new EnumMap<>(Release.class);
            for (Release release : Release.values()) {
                tables.put(release, new ResourceTable(lines, release));
            }
            return Collections.unmodifiableMap(tables);
        }

        private static List<ResourceLine> lines() {
            var stream =
                    Objects.requireNonNull(ResourceTable.class.getResourceAsStream("resources.txt"), "resources.txt");
            try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                return reader.lines()
                        .filter(line -> !line.isBlank() && !line.startsWith("#"))
                        .map(ResourceLine::new)
                        .toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
