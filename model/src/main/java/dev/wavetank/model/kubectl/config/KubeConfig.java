package dev.wavetank.model.kubectl.config;

import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.model.yaml.YamlDocument;
import dev.wavetank.model.yaml.YamlReader;
import dev.wavetank.sim.text.Suggestion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One or several kubeconfig files ({@code clientcmd/api/v1/types.go}). Of two entries with one name the first
 * counts, as
 * in files that {@code $KUBECONFIG} lists.
 */
public final class KubeConfig {

    private final Map<String, Entry> contexts = new LinkedHashMap<>();
    private final Map<String, Entry> clusters = new LinkedHashMap<>();
    private final Map<String, Entry> users = new LinkedHashMap<>();
    private String currentContext = "";

    private static final List<String> FIELDS = List.of(
            "apiVersion", "kind", "preferences", "clusters", "users", "contexts", "current-context", "extensions");

    /**
     * The fields of an entry.
     *
     * @param source file and place, for messages
     */
    record Entry(String source, Map<String, Object> fields) {

        static final Entry NONE = new Entry("", new LinkedHashMap<>());

        /** A text, or the empty string. */
        String text(String field) {
            Object value = fields.get(field);
            if (value instanceof Map || value instanceof List) {
                throw new ConfigException(
                        "error: error loading config file " + source + "." + field + ": expected text");
            }
            return value == null ? "" : value.toString();
        }

        /** Rejects what the simulation does not have. */
        void refuseOthers(List<String> known) {
            for (String field : fields.keySet()) {
                if (!known.contains(field)) {
                    throw new ConfigException("error: error loading config file " + source + "." + field
                            + ": is not simulated; these are: " + String.join(", ", known));
                }
            }
        }
    }

    /**
     * The URL of the server of the first cluster in a file, as files about webhooks name it.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static String server(String name, String text) {
        KubeConfig config = new KubeConfig();
        try {
            config.add(name, text);
            for (Entry cluster : config.clusters.values()) {
                if (!cluster.text("server").isEmpty()) {
                    return cluster.text("server");
                }
            }
        } catch (ConfigException malformed) {
            throw new IllegalArgumentException(malformed.getMessage(), malformed);
        }
        throw new IllegalArgumentException(name
                + ": clusters[0].cluster.server: missing: expected a URL such as https://authz.example.com/authorize");
    }

    /** The host of a URL. */
    public static String host(String url) {
        return url.replaceFirst("^https?://", "").replaceFirst("[:/].*", "");
    }

    /** Adds a file. */
    void add(String name, String text) {
        try {
            for (YamlDocument document : YamlReader.read(name, text)) {
                Map<String, Object> root = document.root();
                refuseOthers(document, "", root, FIELDS);
                if (currentContext.isEmpty() && root.get("current-context") instanceof String current) {
                    currentContext = current;
                }
                addAll(document, "contexts", "context", contexts);
                addAll(document, "clusters", "cluster", clusters);
                addAll(document, "users", "user", users);
            }
        } catch (ManifestException malformed) {
            throw new ConfigException("error: error loading config file " + malformed.getMessage());
        }
    }

    private static void addAll(YamlDocument document, String list, String field, Map<String, Entry> entries) {
        Object items = document.root().get(list);
        if (items == null) {
            return;
        }
        if (!(items instanceof List<?> all)) {
            throw mistake(document, list, "expected a list");
        }
        for (int i = 0; i < all.size(); i++) {
            String path = list + "[" + i + "]";
            if (!(all.get(i) instanceof Map<?, ?> item) || !(item.get("name") instanceof String name)) {
                throw mistake(document, path, "expected a name and a " + field);
            }
            refuseOthers(document, path + ".", item, List.of("name", field));
            String source = document.source() + ", line "
                    + document.positions().nearest(path).line() + ": " + path + "." + field;
            entries.putIfAbsent(name, new Entry(source, map(document, path + "." + field, item.get(field))));
        }
    }

    @SuppressWarnings("unchecked") // the reader makes no maps with other keys
    private static Map<String, Object> map(YamlDocument document, String path, @Nullable Object value) {
        if (value == null) {
            return new LinkedHashMap<>();
        }
        if (!(value instanceof Map)) {
            throw mistake(document, path, "expected a map of fields");
        }
        return (Map<String, Object>) value;
    }

    /** The real kubectl takes fields that it does not know, and does not use them: they are spelt wrongly. */
    private static void refuseOthers(YamlDocument document, String path, Map<?, ?> fields, List<String> known) {
        for (Object name : fields.keySet()) {
            if (!known.contains(String.valueOf(name))) {
                throw mistake(
                        document,
                        path + name,
                        "no such field: " + Suggestion.question(String.valueOf(name), known) + "expected one of "
                                + String.join(", ", known));
            }
        }
    }

    private static ManifestException mistake(YamlDocument document, String path, String expectation) {
        return new ManifestException(document.source(), document.positions().nearest(path), path + ": " + expectation);
    }

    /** The context of a flag, or the current one. */
    Entry context(String given) {
        String name = given.isEmpty() ? currentContext : given;
        if (name.isEmpty()) {
            return Entry.NONE;
        }
        Entry found = contexts.get(name);
        if (found == null) {
            throw new ConfigException("Error in configuration: context was not found for specified context: " + name);
        }
        return found;
    }

    /** The user of a flag, or the one that a context names, who may be missing. */
    Entry user(String given, Entry context) {
        String name = given.isEmpty() ? context.text("user") : given;
        Entry found = users.get(name);
        if (found == null && !given.isEmpty()) {
            throw new ConfigException("error: auth info \"" + given + "\" does not exist");
        }
        return found == null ? Entry.NONE : found;
    }

    /** The cluster of a flag, or the one that a context names, which may be missing. */
    Entry cluster(String given, Entry context) {
        String name = given.isEmpty() ? context.text("cluster") : given;
        Entry found = clusters.get(name);
        if (found == null && !given.isEmpty()) {
            throw new ConfigException("error: no server found for cluster \"" + given + "\"");
        }
        return found == null ? Entry.NONE : found;
    }
}
