package dev.wavetank.model.apiserver.registry.defaulting;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Fills in defaults on objects that are kept as JSON. Those that came over the wire have them already; those of
 * simulated components have not.
 */
public final class GenericDefaults {

    private static final String METADATA = "metadata";
    private static final String LABELS = "labels";

    private GenericDefaults() {}

    /** The object with all defaults of its type. */
    public static GenericObject fill(GenericObject object) {
        return ApiSchema.type(object.apiVersion(), object.kind())
                .filter(SchemaDefaults::hasDefaults)
                .map(type -> filled(type, object))
                .orElse(object);
    }

    /** Of metadata only labels can have defaults. */
    private static GenericObject filled(String type, GenericObject object) {
        Map<String, Object> tree = new LinkedHashMap<>(object.other());
        tree.put(METADATA, Collections.singletonMap(LABELS, object.metadata().labels()));
        Map<String, Object> filled = SchemaDefaults.fill(type, tree);
        Map<String, String> labels = JsonFields.textMap(JsonFields.map(filled.remove(METADATA)), LABELS);
        GenericObject result = object.withOther(filled);
        return labels.equals(object.metadata().labels())
                ? result
                : result.withMetadata(object.metadata().withLabels(labels));
    }
}
