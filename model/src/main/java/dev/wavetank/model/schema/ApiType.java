package dev.wavetank.model.schema;

import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A type of the API: a struct in Go, an object in JSON. Immutable. */
public final class ApiType {
    private final String name;
    private final Map<String, Field> fields;
    private final List<Field> alwaysWritten;
    private final Map<String, Object> defaults;
    private final MergeMarker marker;

    /**
     * A type with these fields.
     *
     * @param name its name in the schema
     * @param fields in any order
     * @param marker whether objects of the type are owned as a whole
     */
    public ApiType(String name, List<Field> fields, MergeMarker marker) {
        this.name = name;
        this.marker = marker;
        List<Field> sorted = new ArrayList<>(fields);
        sorted.sort(Comparator.comparing(Field::name));
        Map<String, Field> byName = new LinkedHashMap<>(sorted.size() * 2);
        List<Field> always = new ArrayList<>(0);
        Map<String, Object> values = new LinkedHashMap<>(0);
        for (Field field : sorted) {
            byName.put(field.name(), field);
            if (field.always()) {
                always.add(field);
            }
            field.defaultValue().ifPresent(value -> values.put(field.name(), value));
        }
        this.fields = Collections.unmodifiableMap(byName);
        this.alwaysWritten = Collections.unmodifiableList(always);
        this.defaults = Collections.unmodifiableMap(values);
    }

    /** The type as a version of Kubernetes has it: without the fields that came later. */
    ApiType in(KubernetesVersion version) {
        List<Field> those =
                fields.values().stream().filter(field -> field.isIn(version)).toList();
        return those.size() == fields.size() ? this : new ApiType(name, those, marker);
    }

    /** The name in the schema: Go's, behind a prefix where another type has the same. */
    public String name() {
        return name;
    }

    /** The fields by name, sorted. */
    public Map<String, Field> fields() {
        return fields;
    }

    /** The fields that are written even when they are empty, sorted by name. */
    public List<Field> alwaysWritten() {
        return alwaysWritten;
    }

    /** The constant defaults by field, sorted: JSON trees. */
    public Map<String, Object> defaults() {
        return defaults;
    }

    /** Whether objects of the type are owned as a whole. */
    public MergeMarker marker() {
        return marker;
    }
}
