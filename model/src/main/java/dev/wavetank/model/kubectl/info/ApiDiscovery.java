package dev.wavetank.model.kubectl.info;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * What the server serves, from its discovery documents.
 *
 * <p>The documents are read one by one, as releases before v1.26 do; later releases ask for one document of all groups,
 * which says the same.
 */
public final class ApiDiscovery {

    private final Function<String, Completion<Optional<ObjectFields>>> reads;

    /**
     * A resource in the version that the server prefers.
     *
     * @param groupVersion such as {@code apps/v1}
     * @param facts its entry in the document
     */
    record Served(String groupVersion, ObjectFields facts) {

        /** The group; empty for the core group. */
        String group() {
            int slash = groupVersion.indexOf('/');
            return slash < 0 ? "" : groupVersion.substring(0, slash);
        }

        /** The plural name. */
        String name() {
            return facts.text("name");
        }

        /** A list of texts, such as the verbs. */
        List<String> texts(String field) {
            return facts.value(field) instanceof List<?> list
                    ? list.stream().map(String::valueOf).toList()
                    : List.of();
        }
    }

    /** Reads by these requests. */
    public ApiDiscovery(Reads reads) {
        this.reads = reads::get;
    }

    /** Notes what fails as discovery does, and passes it on. */
    ApiDiscovery(Reads reads, BiConsumer<String, ApiResponse> failed) {
        this.reads = path -> reads.served(path, failed);
    }

    /** All group versions, those that the server prefers first within each group; empty after an error. */
    public Completion<Optional<List<String>>> groupVersions() {
        return reads.apply("/api")
                .then(core -> core.isEmpty()
                        ? Completion.of(Optional.empty())
                        : reads.apply("/apis").map(groups -> groups.map(tree -> versions(core.get(), tree))));
    }

    private static List<String> versions(ObjectFields core, ObjectFields groups) {
        List<String> versions = new ArrayList<>();
        if (core.value("versions") instanceof List<?> list) {
            list.forEach(version -> versions.add(String.valueOf(version)));
        }
        for (ObjectFields group : groups.list("groups")) {
            String preferred = group.text("preferredVersion.groupVersion");
            if (!preferred.isEmpty()) {
                versions.add(preferred);
            }
            group.list("versions").stream()
                    .map(version -> version.text("groupVersion"))
                    .filter(version -> !version.equals(preferred))
                    .forEach(versions::add);
        }
        return versions;
    }

    /** Every resource that has verbs, by group and name; empty after an error. */
    Completion<Optional<List<Served>>> resources() {
        return groupVersions()
                .then(versions -> versions.isEmpty()
                        ? Completion.of(Optional.empty())
                        : collect(versions.get(), new LinkedHashMap<>()));
    }

    private Completion<Optional<List<Served>>> collect(List<String> versions, Map<String, Served> found) {
        if (versions.isEmpty()) {
            List<Served> sorted = new ArrayList<>(found.values());
            sorted.sort(Comparator.comparing(Served::group).thenComparing(Served::name));
            return Completion.of(Optional.of(sorted));
        }
        String version = versions.get(0);
        String path = (version.contains("/") ? "/apis/" : "/api/") + version;
        return reads.apply(path).then(document -> {
            if (document.isEmpty()) {
                return Completion.of(Optional.empty());
            }
            for (ObjectFields resource : document.get().list("resources")) {
                Served served = new Served(version, resource);
                if (!served.name().contains("/") && !served.texts("verbs").isEmpty()) {
                    found.putIfAbsent(served.group() + "/" + served.name(), served);
                }
            }
            return collect(versions.subList(1, versions.size()), found);
        });
    }
}
