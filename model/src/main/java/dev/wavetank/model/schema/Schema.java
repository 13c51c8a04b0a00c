package dev.wavetank.model.schema;

import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The types of the API of Kubernetes v1.32, and the kinds that clients can name. Immutable. */
public final class Schema {
    private final Map<String, ApiType> types;
    /** By kind, then by apiVersion. */
    private final Map<String, Map<String, String>> typesOfKinds;

    private final List<ServedKind> kinds;
    /** By the name of the kind, which several groups may have. */
    private final Map<String, List<ServedKind>> byKind = new LinkedHashMap<>();

    private Schema(Map<String, ApiType> types, Map<String, Map<String, String>> typesOfKinds, List<ServedKind> kinds) {
        this.types = types;
        this.typesOfKinds = typesOfKinds;
        this.kinds = Collections.unmodifiableList(kinds);
        kinds.forEach(kind -> byKind.computeIfAbsent(kind.kind(), missing -> new ArrayList<>(1))
                .add(kind));
    }

    /** Reads the types that come with this module. Which kinds clients can name depends on the version that serves. */
    public static Schema load() {
        TypeTable table = TypeTable.load();
        return new Schema(table.types(), table.typesOfKinds(), List.of());
    }

    /** This schema with more types, which must have names of their own. */
    public Schema with(List<ApiType> more) {
        Map<String, ApiType> all = new LinkedHashMap<>(types);
        more.forEach(type -> all.put(type.name(), type));
        return new Schema(all, typesOfKinds, kinds);
    }

    /**
     * This schema with more types.
     *
     * @param notation as that of {@code types.txt}, with names of their own
     */
    public Schema with(String notation) {
        return with(new ArrayList<>(TypeTable.of(notation).types().values()));
    }

    /** The types as a version of Kubernetes has them: without the fields that came later. */
    public Schema in(KubernetesVersion version) {
        Map<String, ApiType> those = new LinkedHashMap<>(types);
        those.replaceAll((name, type) -> type.in(version));
        return new Schema(those, typesOfKinds, kinds);
    }

    /** The same types for other kinds. */
    public Schema withKinds(List<ServedKind> others) {
        return new Schema(types, typesOfKinds, new ArrayList<>(others));
    }

    /** The kinds that clients can name, grouped by API group. */
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

    /** The type of the objects of a kind; empty when this version of the kind is not known. */
    public Optional<String> typeOf(String apiVersion, String kind) {
        return Optional.ofNullable(
                typesOfKinds.getOrDefault(kind, Collections.emptyMap()).get(apiVersion));
    }

    /** The type that a kind has in the version that components use; empty when the kind is not known. */
    public Optional<String> typeOf(String kind) {
        return typesOfKinds.getOrDefault(kind, Collections.emptyMap()).values().stream()
                .findFirst();
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
