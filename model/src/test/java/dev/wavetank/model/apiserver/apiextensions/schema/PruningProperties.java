package dev.wavetank.model.apiserver.apiextensions.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Invariants of pruning and defaulting, for any schema and any object. */
class PruningProperties {

    private static final List<String> NAMES = List.of("a", "b", "c", "d");

    @Property(tries = 300)
    void what_is_pruned_is_pruned(@ForAll long seed) {
        Random random = new Random(seed);
        StructuralSchema schema = schema(random);
        Map<String, Object> object = object(random, 3);
        Map<String, Object> once = Pruning.pruned(schema, object);
        assertThat(Pruning.pruned(schema, once)).isEqualTo(once);
        assertThat(Pruning.unknown(schema, once)).isEmpty();
        assertThat(Pruning.unknown(schema, object).isEmpty()).isEqualTo(once.equals(object));
    }

    @Property(tries = 300)
    void defaults_come_once(@ForAll long seed) {
        Random random = new Random(seed);
        StructuralSchema schema = schema(random);
        Map<String, Object> once = Defaulting.defaulted(schema, object(random, 3));
        assertThat(Defaulting.defaulted(schema, once)).isEqualTo(once);
    }

    /** Defaults bring in nothing that pruning takes away, nor anything that is wrong. */
    @Property(tries = 300)
    void what_is_written_is_read_again_and_as_good_as_it_was(@ForAll long seed) {
        Random random = new Random(seed);
        StructuralSchema schema = schema(random);
        Map<String, Object> written = Defaulting.defaulted(schema, Pruning.pruned(schema, object(random, 3)));
        Map<String, Object> read = Defaulting.defaulted(schema, Pruning.pruned(schema, written));
        assertThat(read).isEqualTo(written);
        assertThat(SchemaValidation.findings(schema, read)).isEqualTo(SchemaValidation.findings(schema, written));
    }

    @Property(tries = 300)
    void the_schemas_are_structural(@ForAll long seed) {
        assertThat(StructuralRules.findings(schema(new Random(seed)).tree(), "schema"))
                .isEmpty();
    }

    private static StructuralSchema schema(Random random) {
        return StructuralSchema.of(objectSchema(random, 3));
    }

    private static Map<String, Object> objectSchema(Random random, int depth) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (String name : NAMES.subList(0, 3)) {
            if (random.nextBoolean()) {
                properties.put(name, anySchema(random, depth - 1));
            }
        }
        return fields("type", "object", "properties", properties);
    }

    private static Map<String, Object> anySchema(Random random, int depth) {
        Map<String, Object> schema = switch (random.nextInt(depth == 0 ? 4 : 8)) {
            case 0 -> fields("type", "string", "default", "x");
            case 1 -> fields("type", "integer", "default", 1L);
            case 2 -> fields("type", "string");
            case 3 -> fields("type", "integer", "minimum", 2L);
            case 4 -> fields("type", "array", "items", anySchema(random, depth - 1));
            case 5 -> fields("type", "object", "additionalProperties", anySchema(random, depth - 1));
            case 6 ->
                Tree.with(objectSchema(random, depth), "x-kubernetes-preserve-unknown-fields", random.nextBoolean());
            default -> objectSchema(random, depth);
        };
        return random.nextInt(5) == 0 ? Tree.with(schema, "nullable", true) : schema;
    }

    private static Object value(Random random, int depth) {
        switch (random.nextInt(depth == 0 ? 5 : 8)) {
            case 0:
                return null;
            case 1:
                return true;
            case 2:
                return "x";
            case 3, 4:
                return (long) random.nextInt(4);
            case 5:
                List<Object> list = new ArrayList<>();
                for (int size = random.nextInt(3); size > 0; size--) {
                    list.add(value(random, depth - 1));
                }
                return list;
            default:
                return object(random, depth - 1);
        }
    }

    private static Map<String, Object> object(Random random, int depth) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (String name : NAMES) {
            if (random.nextBoolean()) {
                object.put(name, value(random, depth));
            }
        }
        return object;
    }

    private static Map<String, Object> fields(Object... fields) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            map.put((String) fields[i], fields[i + 1]);
        }
        return map;
    }
}
