package dev.wavetank.model.apiserver.http.body;

import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.apiserver.registry.defaulting.SchemaDefaults;
import dev.wavetank.model.apiserver.resource.Conversion;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.codec.UnknownFields;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashMap;
import java.util.Map;

/** Turns bodies in the version of a request into the version that components and the store know. */
public final class Versions {

    private Versions() {}

    /**
     * An object.
     *
     * @param known the fields of the body that the schema knows
     * @param body all fields of the body: the schema has fields of one shape only
     * @param version of the server
     */
    public static Map<String, Object> canonical(
            ServedResource served, Map<String, Object> known, Map<String, Object> body, KubernetesVersion version) {
        if (!Conversion.reshapes(served)) {
            return Conversion.inward(served, known);
        }
        Map<String, Object> named = new LinkedHashMap<>(body);
        named.put("kind", known.get("kind"));
        named.put("apiVersion", known.get("apiVersion"));
        Map<String, Object> converted = Conversion.inward(served, named);
        return ApiSchema.type(served.canonical())
                .map(type ->
                        SchemaDefaults.fill(type, UnknownFields.dropFromObject(ApiSchema.of(version), type, converted)))
                .orElse(converted);
    }

    /** A patch. JSON patches name places rather than fields, and stay as they are. */
    public static Object canonicalPatch(ServedResource served, Object patch) {
        if (!(patch instanceof Map<?, ?> map) || !served.isConverted()) {
            return patch;
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        map.forEach((name, value) -> tree.put((String) name, value));
        return Conversion.inward(served, tree);
    }
}
