package dev.wavetank.model.kubectl.kubeconfig;

import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.model.yaml.YamlDocument;
import dev.wavetank.model.yaml.YamlReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The entries of kubeconfig files, which commands change (client-go, tools/clientcmd/api/v1/types.go, v1.32). */
final class ConfigTree {

    /** What a file has a list of. */
    enum Section {
        CLUSTERS(
                "cluster",
                List.of(
                        "server",
                        "tls-server-name",
                        "insecure-skip-tls-verify",
                        "certificate-authority",
                        "certificate-authority-data",
                        "proxy-url",
                        "disable-compression")),
        CONTEXTS("context", List.of("cluster", "user", "namespace")),
        USERS(
                "user",
                List.of(
                        "client-certificate",
                        "client-certificate-data",
                        "client-key",
                        "client-key-data",
                        "token",
                        "tokenFile",
                        "as",
                        "as-uid",
                        "as-groups",
                        "username",
                        "password",
                        "auth-provider",
                        "exec"));

        private final String word;
        private final List<String> fields;

        Section(String word, List<String> fields) {
            this.word = word;
            this.fields = fields;
        }

        /** The name of one entry of it. */
        String word() {
            return word;
        }

        /** The fields of an entry, in the order in which JSON has them. */
        List<String> fields() {
            return fields;
        }

        /** The name of the list. */
        String list() {
            return word + "s";
        }
    }

    private final Map<Section, TreeMap<String, Map<String, Object>>> sections = new TreeMap<>();
    private String currentContext = "";

    ConfigTree() {
        for (Section section : Section.values()) {
            sections.put(section, new TreeMap<>());
        }
    }

    /** Adds what a file has; of two entries with one name the first counts. */
    void read(String name, String text) {
        try {
            for (YamlDocument document : YamlReader.read(name, text)) {
                Map<String, Object> root = document.root();
                if (currentContext.isEmpty() && root.get("current-context") instanceof String current) {
                    currentContext = current;
                }
                for (Section section : Section.values()) {
                    if (root.get(section.list()) instanceof List<?> items) {
                        items.forEach(item -> add(section, item));
                    }
                }
            }
        } catch (ManifestException malformed) {
            throw new UsageException("error loading config file " + malformed.getMessage());
        }
    }

    private void add(Section section, Object item) {
        if (item instanceof Map<?, ?> map && map.get("name") instanceof String name) {
            Map<String, Object> fields = new LinkedHashMap<>();
            if (map.get(section.word()) instanceof Map<?, ?> given) {
                given.forEach((field, value) -> fields.put(String.valueOf(field), value));
            }
            entries(section).putIfAbsent(name, fields);
        }
    }

    /** The entries of a list, by name; what is done to them is done to this tree. */
    TreeMap<String, Map<String, Object>> entries(Section section) {
        return sections.computeIfAbsent(section, absent -> new TreeMap<>());
    }

    /** The fields of an entry; no fields where there is none. */
    Map<String, Object> entry(Section section, String name) {
        return entries(section).getOrDefault(name, new LinkedHashMap<>());
    }

    String currentContext() {
        return currentContext;
    }

    void setCurrentContext(String name) {
        currentContext = name;
    }

    /** As JSON has it. */
    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", "Config");
        tree.put("apiVersion", "v1");
        tree.put("preferences", new LinkedHashMap<>());
        tree.put("clusters", items(Section.CLUSTERS));
        tree.put("users", items(Section.USERS));
        tree.put("contexts", items(Section.CONTEXTS));
        tree.put("current-context", currentContext);
        return tree;
    }

    private @Nullable List<Object> items(Section section) {
        List<Object> items = new ArrayList<>();
        entries(section).forEach((name, fields) -> {
            Map<String, Object> item = new LinkedHashMap<>();
            item.put("name", name);
            item.put(section.word(), ordered(section, fields));
            items.add(item);
        });
        return items.isEmpty() ? null : items;
    }

    private static Map<String, Object> ordered(Section section, Map<String, Object> fields) {
        Map<String, Object> ordered = new LinkedHashMap<>();
        if (section == Section.CONTEXTS) {
            ordered.put("cluster", "");
            ordered.put("user", "");
        }
        for (String field : section.fields()) {
            Object value = fields.get(field);
            if (value != null && !value.equals("") && !value.equals(false)) {
                ordered.put(field, value);
            }
        }
        fields.forEach(ordered::putIfAbsent);
        ordered.values().removeIf(value -> value == null || value.equals(false));
        return ordered;
    }
}
