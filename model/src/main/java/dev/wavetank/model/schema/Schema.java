package dev.wavetank.model.schema;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The types of the API of Kubernetes v1.32, and the kinds that are served. Immutable. */
public final class Schema {
    private final Map<String, ApiType> types;
    private final List<ServedKind> kinds;
    /** By the name of the kind, which several groups may have. */
    private final Map<String, List<ServedKind>> byKind = new LinkedHashMap<>();

    private Schema(Map<String, ApiType> types, List<ServedKind> kinds) {
        this.types = types;
        this.kinds = Collections.unmodifiableList(kinds);
        kinds.forEach(kind -> byKind.computeIfAbsent(kind.kind(), missing -> new ArrayList<>(1))
                .add(kind));
    }

    /** Reads the schema that comes with this module. */
    public static Schema load() {
        TypeTable table = TypeTable.load();
        List<ServedKind> kinds = new ArrayList<>();
        lines("kinds.txt").forEach(line -> kinds.add(kind(table, line.split(" "))));
        return new Schema(table.types(), kinds);
    }

    private static ServedKind kind(TypeTable table, String[] words) {
        String plural = words[2].equals("-") ? "" : words[2];
        List<String> shortNames = List.of(words).subList(4, words.length);
        boolean namespaced = words[3].equals("Namespaced");
        return new ServedKind(words[0], words[1], table.typeOf(words[0], words[1]), plural, namespaced, shortNames);
    }

    private static List<String> lines(String resource) {
        var stream = Objects.requireNonNull(Schema.class.getResourceAsStream(resource), resource);
        try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** This schema with more types, which must have names of their own. */
    public Schema with(List<ApiType> more) {
        Map<String, ApiType> all = new LinkedHashMap<>(types);
        more.forEach(type -> all.put(type.name(), type));
        return new Schema(all, kinds);
    }

    /** The same types for other kinds. */
    public Schema withKinds(List<ServedKind> others) {
        return new Schema(types, new ArrayList<>(others));
    }

    /** Every kind, grouped by API group. */
    public List<ServedKind> kinds() {
        return kinds;
    }

    /** The kind of a manifest; empty when it is not served. */
    public Optional<ServedKind> kind(String apiVersion, String kind) {
        for (ServedKind served : byKind.getOrDefault(kind, List.of())) {
            if (served.apiVersion().equals(apiVersion)) {
                return Optional.of(served);
            }
        }
        return Optional.empty();
    }

    /** The kinds a user can mean by a plural, singular or short name, in any case. */
    public List<ServedKind> named(String name) {
        return kinds.stream()
                .filter(kind -> kind.plural().equalsIgnoreCase(name)
                        || kind.kind().equalsIgnoreCase(name)
                        || kind.shortNames().stream().anyMatch(name::equalsIgnoreCase))
                .toList();
    }

    /** Whether there is a type of that name. */
    public boolean hasType(String name) {
        return types.containsKey(name);
    }

    /** All types. */
    public Collection<ApiType> types() {
        return Collections.unmodifiableCollection(types.values());
    }

    /**
     * A type by its name.
     *
     * @throws IllegalArgumentException when there is no such type
     */
    public ApiType type(String name) {
        ApiType type = types.get(name);
        if (type == null) {
            throw new IllegalArgumentException("no API type is named " + name);
        }
        return type;
    }

    /**
     * A type's fields, sorted by name.
     *
     * @throws IllegalArgumentException when there is no such type
     */
    public Map<String, Field> fields(String type) {
        return type(type).fields();
    }

    /**
     * Compares a tree with a type.
     *
     * @param typeName the type's name in the schema; see {@link ServedKind#type}
     * @param tree as {@code model.yaml} reads it
     * @return the problems in the order in which the API server meets them in a body sent by kubectl, whose keys
     *     are sorted; empty when the tree fits
     */
    public List<SchemaProblem> check(String typeName, Map<String, Object> tree) {
        if (new TreeFit(this).fits(typeName, tree)) {
            return Collections.emptyList();
        }
        TreeCheck check = new TreeCheck(this);
        check.root(typeName, tree);
        return Collections.unmodifiableList(check.problems());
    }
}
