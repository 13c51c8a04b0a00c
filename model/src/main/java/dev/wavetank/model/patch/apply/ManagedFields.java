package dev.wavetank.model.patch.apply;

import dev.wavetank.model.patch.JsonTree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Who owns which fields of an object: {@code metadata.managedFields}.
 *
 * @param entries in the order in which they are written: appliers first, then by time, manager, version, subresource
 */
public record ManagedFields(List<Entry> entries) {
    private static final String APPLY = "Apply";
    private static final Comparator<Entry> ORDER = Comparator.comparing(Entry::operation)
            .thenComparing(Entry::time)
            .thenComparing(Entry::manager)
            .thenComparing(Entry::apiVersion)
            .thenComparing(Entry::subresource);

    /** Puts the entries in order and drops those that own nothing. */
    public ManagedFields {
        entries = entries.stream()
                .filter(entry -> !entry.fields().isEmpty())
                .sorted(ORDER)
                .toList();
    }

    /**
     * What one manager owns.
     *
     * @param manager the name the client gave itself
     * @param operation {@code Apply} or {@code Update}
     * @param apiVersion the version in which the fields are written
     * @param time when the manager last changed something, as RFC 3339 writes it; empty when it is not known
     * @param subresource the subresource that was written; empty for the object
     * @param fields what it owns
     */
    public record Entry(
            String manager, String operation, String apiVersion, String time, String subresource, FieldSet fields) {

        /** Whether the manager applies its fields, and so gives up what it does not apply any more. */
        public boolean applies() {
            return operation.equals(APPLY);
        }

        /** Whether two entries are the same manager's: an applier is the same in every version. */
        boolean isOf(Entry other) {
            return manager.equals(other.manager)
                    && operation.equals(other.operation)
                    && subresource.equals(other.subresource)
                    && (applies() || apiVersion.equals(other.apiVersion));
        }

        Entry with(FieldSet owned) {
            return new Entry(manager, operation, apiVersion, time, subresource, owned);
        }

        Entry at(String instant) {
            return new Entry(manager, operation, apiVersion, instant, subresource, fields);
        }

        private Map<String, Object> toTree() {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("manager", manager);
            tree.put("operation", operation);
            tree.put("apiVersion", apiVersion);
            if (!time.isEmpty()) {
                tree.put("time", time);
            }
            tree.put("fieldsType", "FieldsV1");
            tree.put("fieldsV1", fields.toTree());
            if (!subresource.isEmpty()) {
                tree.put("subresource", subresource);
            }
            return tree;
        }
    }

    /** No field has an owner. */
    public static ManagedFields none() {
        return new ManagedFields(List.of());
    }

    /**
     * Reads an object's {@code metadata.managedFields}.
     *
     * @throws IllegalArgumentException when they are not written as the API server writes them
     */
    public static ManagedFields of(Map<String, Object> object) {
        List<Entry> entries = new ArrayList<>();
        for (Object entry : written(object)) {
            entries.add(entry(JsonTree.mapOrEmpty(entry)));
        }
        return new ManagedFields(entries);
    }

    /** Reads them; nothing owns anything when they cannot be read, as the real server does. */
    static ManagedFields readable(Map<String, Object> object) {
        try {
            return of(object);
        } catch (IllegalArgumentException unreadable) {
            return none();
        }
    }

    private static Entry entry(Map<String, Object> tree) {
        return new Entry(
                text(tree, "manager"),
                text(tree, "operation"),
                text(tree, "apiVersion"),
                text(tree, "time"),
                text(tree, "subresource"),
                FieldSet.of(fields(tree.get("fieldsV1"))));
    }

    private static Map<String, Object> fields(@Nullable Object written) {
        if (written != null && !(written instanceof Map)) {
            throw new IllegalArgumentException("fieldsV1 is no object");
        }
        return JsonTree.mapOrEmpty(written);
    }

    private static String text(Map<String, Object> tree, String field) {
        return Objects.toString(tree.get(field), "");
    }

    /** The list as it stands in an object; without items when there is none. */
    static List<Object> written(Map<String, Object> object) {
        return JsonTree.listOrEmpty(JsonTree.mapOrEmpty(object.get("metadata")).get("managedFields"));
    }

    /** The object without its list. */
    static Map<String, Object> stripped(Map<String, Object> object) {
        Map<String, Object> result = JsonTree.copy(object);
        if (result.get("metadata") instanceof Map<?, ?> metadata) {
            metadata.remove("managedFields");
        }
        return result;
    }

    /** The object with this list instead of its own. */
    public Map<String, Object> in(Map<String, Object> object) {
        Map<String, Object> result = stripped(object);
        if (!entries.isEmpty()) {
            Map<String, Object> metadata = JsonTree.mapOrEmpty(result.get("metadata"));
            metadata.put("managedFields", toTree());
            result.put("metadata", metadata);
        }
        return result;
    }

    /** The entries as they stand in an object. */
    public List<Object> toTree() {
        List<Object> result = new ArrayList<>();
        entries.forEach(entry -> result.add(entry.toTree()));
        return result;
    }

    /** The managers that own a field: those whose set has it. */
    public List<Entry> owning(FieldSet fields) {
        return entries.stream()
                .filter(entry -> !entry.fields().intersection(fields).isEmpty())
                .toList();
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    Optional<Entry> of(Entry manager) {
        return entries.stream().filter(entry -> entry.isOf(manager)).findFirst();
    }

    List<Entry> others(Entry manager) {
        return entries.stream().filter(entry -> !entry.isOf(manager)).toList();
    }

    /** With every entry's fields changed. */
    ManagedFields mapped(UnaryOperator<FieldSet> change) {
        return new ManagedFields(entries.stream()
                .map(entry -> entry.with(change.apply(entry.fields())))
                .toList());
    }

    /** With this entry instead of the same manager's. */
    ManagedFields with(Entry entry) {
        List<Entry> result = new ArrayList<>(others(entry));
        result.add(entry);
        return new ManagedFields(Collections.unmodifiableList(result));
    }

    ManagedFields without(Entry manager) {
        return new ManagedFields(others(manager));
    }

    /** The fields that have at least one owner. */
    FieldSet all() {
        return entries.stream().map(Entry::fields).reduce(FieldSet.none(), FieldSet::union);
    }
}
