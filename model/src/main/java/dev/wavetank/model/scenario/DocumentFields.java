package dev.wavetank.model.scenario;

import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.model.yaml.YamlDocument;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.codec.FaultFormatException;
import dev.wavetank.sim.text.Suggestion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the fields of one map of a document; every mistake names file, line and field, and what was expected. */
final class DocumentFields {

    private final YamlDocument document;
    private final String path;
    private final Map<String, Object> tree;
    private final Set<String> known = new LinkedHashSet<>();

    DocumentFields(YamlDocument document, String path, Map<String, Object> tree) {
        this.document = document;
        this.path = path;
        this.tree = tree;
    }

    boolean has(String name) {
        known.add(name);
        return tree.containsKey(name);
    }

    String text(String name) {
        Object value = required(name);
        if (value instanceof Map || value instanceof List || value == null) {
            throw mistake(name, "expected text");
        }
        return value.toString();
    }

    String text(String name, String otherwise) {
        return has(name) ? text(name) : otherwise;
    }

    int number(String name, int otherwise) {
        if (!has(name)) {
            return otherwise;
        }
        if (tree.get(name) instanceof Long number && number >= 0 && number <= Integer.MAX_VALUE) {
            return number.intValue();
        }
        boolean isQuoted = tree.get(name) instanceof String text && text.matches("[0-9]+");
        throw mistake(
                name,
                "expected a whole number that is not negative, found "
                        + (isQuoted
                                ? "the text \"" + tree.get(name) + "\": leave the quotation marks out"
                                : tree.get(name)));
    }

    long span(String name) {
        try {
            return VirtualTime.parse(text(name));
        } catch (IllegalArgumentException wrong) {
            throw mistake(name, wrong.getMessage());
        }
    }

    long span(String name, long otherwise) {
        return has(name) ? span(name) : otherwise;
    }

    Map<String, String> texts(String name, Map<String, String> otherwise) {
        if (!has(name)) {
            return otherwise;
        }
        return fields(name).texts();
    }

    /** All fields of this map, whatever their names are. */
    Map<String, String> texts() {
        Map<String, String> texts = new TreeMap<>();
        tree.keySet().forEach(key -> texts.put(key, text(key)));
        return texts;
    }

    /** All fields of this map as they are written. */
    Map<String, Object> tree() {
        return tree;
    }

    DocumentFields fields(String name) {
        return fields(child(name), required(name));
    }

    List<DocumentFields> list(String name) {
        if (!has(name)) {
            return List.of();
        }
        if (!(tree.get(name) instanceof List<?> items)) {
            throw mistake(name, "expected a list");
        }
        List<DocumentFields> result = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            result.add(fields(child(name) + "[" + i + "]", items.get(i)));
        }
        return result;
    }

    /** This map as one clause of a fault plan. */
    FaultClause fault() {
        try {
            return ModelKinds.CODEC.readClause(path, tree);
        } catch (FaultFormatException wrong) {
            throw new ManifestException(
                    document.source(), document.positions().nearest(wrong.path()), wrong.getMessage());
        }
    }

    /** A list of words, or a line that is divided into words as a shell does it. */
    List<String> words(String name) {
        if (required(name) instanceof List<?> items) {
            for (Object item : items) {
                if (item instanceof Boolean) {
                    throw mistake(
                            name,
                            "a bare y, n, yes, no, on, off, true or false is a truth value in YAML: write the word in"
                                    + " quotation marks");
                }
            }
            return items.stream().map(String::valueOf).toList();
        }
        try {
            return ShellWords.of(text(name));
        } catch (IllegalArgumentException unended) {
            throw mistake(name, unended.getMessage());
        }
    }

    /** Rejects unread fields: they are misspelt. */
    void refuseOthers() {
        for (String name : tree.keySet()) {
            if (!known.contains(name)) {
                throw mistake(
                        name,
                        "no such field: " + Suggestion.question(name, known) + "expected one of "
                                + String.join(", ", known));
            }
        }
    }

    ManifestException mistake(String name, @Nullable String expectation) {
        String field = child(name);
        return new ManifestException(
                document.source(), document.positions().nearest(field), field + ": " + expectation);
    }

    private @Nullable Object required(String name) {
        if (!has(name)) {
            String misspelt = tree.keySet().stream()
                    .filter(field -> !known.contains(field)
                            && Suggestion.of(field, List.of(name)).isPresent())
                    .findFirst()
                    .map(field -> ": is it '" + field + "'?")
                    .orElse("");
            throw mistake(name, "missing" + misspelt);
        }
        return tree.get(name);
    }

    @SuppressWarnings("unchecked") // the reader makes no maps with other keys
    private DocumentFields fields(String at, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return new DocumentFields(document, at, (Map<String, Object>) map);
        }
        throw new ManifestException(
                document.source(), document.positions().nearest(at), at + ": expected a map of fields");
    }

    private String child(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
