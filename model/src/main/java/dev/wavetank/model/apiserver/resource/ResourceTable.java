package dev.wavetank.model.apiserver.resource;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.version.PerVersion;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** All resources that the server of a release has built in, from {@code resources.txt}. Immutable. */
public final class ResourceTable implements ServedResources {

    private final Map<String, ServedResource> byName = new LinkedHashMap<>();
    private final List<String> groups = new ArrayList<>();
    /** The API versions and kinds of which the release has types. */
    private final Set<String> kinds = new TreeSet<>();

    private final List<ServedResource> all;
    private final Map<ResourceType, ServedResource> converted = new LinkedHashMap<>();

    private ResourceTable(List<ResourceLine> lines, KubernetesVersion kubernetes) {
        Map<String, String> kinds = new LinkedHashMap<>();
        for (ResourceLine line : lines) {
            if (line.versions().includes(kubernetes) || hasTypes(line, kubernetes)) {
                this.kinds.add(line.bodyVersion() + " " + line.bodyKind());
            }
            if (line.versions().includes(kubernetes)) {
                kinds.putIfAbsent(line.apiVersion() + " " + line.plural(), line.bodyKind());
                add(line, kinds.get(line.apiVersion() + " " + line.plural()), kubernetes);
            }
        }
        all = Collections.unmodifiableList(new ArrayList<>(byName.values()));
        for (ServedResource served : byName.values()) {
            if (served.subresource().isEmpty() && served.isConverted()) {
                converted.put(served.type(), served);
                if (!isServed(served.canonical())) {
                    converted.putIfAbsent(served.canonical(), served);
                }
            }
        }
    }

    /**
     * Whether a release still has the types of a version that an earlier one served. It has: a version that is not
     * served any more stays in the scheme ({@code apps/v1beta1} is in {@code pkg/apis/apps/install} of v1.35), except
     * an alpha one, which goes with its types.
     */
    private static boolean hasTypes(ResourceLine line, KubernetesVersion kubernetes) {
        return !line.apiVersion().contains("alpha") && line.versions().hasBegun(kubernetes);
    }

    @Override
    public boolean hasKind(String apiVersion, String kind) {
        return kinds.contains(apiVersion + " " + kind)
                || kind.endsWith("List") && kinds.contains(apiVersion + " " + kind.substring(0, kind.length() - 4));
    }

    private boolean isServed(ResourceType type) {
        return byName.containsKey(type.apiVersion() + " " + type.plural());
    }

    private void add(ResourceLine line, String kind, KubernetesVersion kubernetes) {
        ServedResource served = new ServedResource(
                line.type(kind),
                line.subresource(),
                line.bodyVersion(),
                line.bodyKind(),
                line.verbs(),
                line.list("short"),
                kubernetes.has(Feature.SINGULAR_NAMES) && line.subresource().isEmpty()
                        ? kind.toLowerCase(Locale.ROOT)
                        : "",
                line.list("category"),
                line.canonical(kind),
                line.storageVersion());
        if (!groups.contains(served.type().group())) {
            groups.add(served.type().group());
        }
        byName.put(line.apiVersion() + " " + line.name(), served);
    }

    /** The table of a release. */
    public static ResourceTable of(KubernetesVersion kubernetes) {
        return Lazy.TABLES.of(kubernetes);
    }

    @Override
    public Optional<ServedResource> find(String group, String version, String name) {
        return Optional.ofNullable(byName.get(apiVersion(group, version) + " " + name));
    }

    /**
     * Between which versions objects are converted when a request names the resource by this type: one that is served
     * and is not the canonical one, or a canonical one that the release does not serve, whose objects go over the wire
     * in the first version that it does. Nothing for all others.
     */
    public Optional<ServedResource> converted(ResourceType type) {
        return Optional.ofNullable(converted.get(type));
    }

    @Override
    public List<String> groups() {
        return Collections.unmodifiableList(groups);
    }

    @Override
    public List<ServedResource> all() {
        return all;
    }

    /** The names of the resources that can be watched, each once. */
    public List<String> watched() {
        return all.stream()
                .filter(served ->
                        served.subresource().isEmpty() && served.verbs().contains("watch"))
                .map(served -> served.type().plural())
                .distinct()
                .toList();
    }

    /** How objects of the group carry it: {@code v1}, {@code apps/v1}. */
    public static String apiVersion(String group, String version) {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** Read when a server first speaks HTTP; the same for every run. */
    private static final class Lazy {
        private static final List<ResourceLine> LINES = lines();
        private static final PerVersion<ResourceTable> TABLES =
                new PerVersion<>(version -> new ResourceTable(LINES, version));

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
