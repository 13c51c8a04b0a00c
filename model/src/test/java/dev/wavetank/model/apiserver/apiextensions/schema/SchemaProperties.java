package dev.wavetank.model.apiserver.apiextensions.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Laws of pruning and defaulting, for any schema and any object. */
class SchemaProperties {

    private static final List<String> NAMES = List.of("a", "b", "c");

    @Property(tries = 300)
    void what_is_pruned_is_pruned(
            @ForAll("schemas") Map<String, Object> schema, @ForAll("objects") Map<String, Object> object) {
        StructuralSchema structural = StructuralSchema.of(schema);
        Map<String, Object> once = Pruning.pruned(structural, object);
        assertThat(Pruning.pruned(structural, once)).isEqualTo(once);
        assertThat(Pruning.unknown(structural, once)).isEmpty();
        assertThat(Pruning.unknown(structural, object).isEmpty()).isEqualTo(once.equals(object));
    }

    @Property(tries = 300)
    void defaults_come_once(
            @ForAll("schemas") Map<String, Object> schema, @ForAll("objects") Map<String, Object> object) {
        StructuralSchema structural = StructuralSchema.of(schema);
        Map<String, Object> once = Defaulting.defaulted(structural, object);
        assertThat(Defaulting.defaulted(structural, once)).isEqualTo(once);
    }

    /** Defaults that a schema may have bring in nothing that pruning takes away, nor anything else that is wrong. */
    @Property(tries = 300)
    void what_is_written_is_read_again_and_as_good_as_it_was(
            @ForAll("schemas") Map<String, Object> schema, @ForAll("objects") Map<String, Object> object) {
        StructuralSchema structural = StructuralSchema.of(schema);
        Map<String, Object> written = Defaulting.defaulted(structural, Pruning.pruned(structural, object));
        Map<String, Object> read = Defaulting.defaulted(structural, Pruning.pruned(structural, written));
        assertThat(read).isEqualTo(written);
        assertThat(SchemaValidation.findings(structural, read))
                .isEqualTo(SchemaValidation.findings(structural, written));
    }

    @Property(tries = 300)
    void schemas_made_here_are_structural(@ForAll("schemas") Map<String, Object> schema) {
        assertThat(StructuralRules.findings(schema, "schema")).isEmpty();
    }

    @Provide
    Arbitrary<Map<String, Object>> schemas() {
        return objectSchema(schema(3)).map(schema -> {
            schema.remove("x-kubernetes-preserve-unknown-fields");
            return schema;
        });
    }

    private static Arbitrary<Map<String, Object>> schema(int depth) {
        Arbitrary<Map<String, Object>> text = leaf("string", "x")
                .optional(0.5)
                .map(given -> given.orElseGet(() -> fields("type", "string", "nullable", true)));
        Arbitrary<Map<String, Object>> number = leaf("integer", 1L);
        if (depth == 0) {
            return Arbitraries.oneOf(text, number);
        }
        return Arbitraries.lazyOf(
                () -> text,
                () -> number,
                () -> schema(depth - 1).map(items -> fields("type", "array", "items", items)),
                () -> schema(depth - 1).map(values -> fields("type", "object", "additionalProperties", values)),
                () -> objectSchema(schema(depth - 1)));
    }

    private static Arbitrary<Map<String, Object>> leaf(String type, Object value) {
        return Arbitraries.of(true, false)
                .map(defaulted -> defaulted ? fields("type", type, "default", value) : fields("type", type));
    }

    private static Arbitrary<Map<String, Object>> objectSchema(Arbitrary<Map<String, Object>> property) {
        return Arbitraries.maps(Arbitraries.of(NAMES), property)
                .ofMaxSize(3)
                .flatMap(properties -> Arbitraries.of(true, false).map(preserving -> {
                    Map<String, Object> schema = fields("type", "object", "properties", properties);
                    if (preserving) {
                        schema.put("x-kubernetes-preserve-unknown-fields", true);
                    }
                    return schema;
                }));
    }

    @Provide
    Arbitrary<Map<String, Object>> objects() {
        return object(value(3));
    }

    private static Arbitrary<Object> value(int depth) {
        Arbitrary<Object> leaf = Arbitraries.of("x", "y", 1L, 2L, true)
                .map(value -> (Object) value)
                .injectNull(0.2);
        return depth == 0
                ? leaf
                : Arbitraries.lazyOf(
                        () -> leaf,
                        () -> value(depth - 1).list().ofMaxSize(3).map(list -> (Object) list),
                        () -> object(value(depth - 1)).map(object -> (Object) object));
    }

    private static Arbitrary<Map<String, Object>> object(Arbitrary<Object> value) {
        return Arbitraries.maps(Arbitraries.of("a", "b", "c", "d"), value).ofMaxSize(4);
    }

    private static Map<String, Object> fields(Object... fields) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            map.put((String) fields[i], fields[i + 1]);
        }
        return map;
    }
}
