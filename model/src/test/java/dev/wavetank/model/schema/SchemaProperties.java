package dev.wavetank.model.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.yaml.YamlReader;
import dev.wavetank.model.yaml.YamlWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SchemaProperties {
    private static final Schema SCHEMA = Schema.load();

    @Property(tries = 400)
    void a_tree_that_follows_the_types_fits_and_survives_yaml(@ForAll("types") String type, @ForAll long seed) {
        Map<String, Object> tree = struct(type, new Random(seed), 0);
        assertThat(SCHEMA.check(type, tree)).isEmpty();
        assertThat(YamlReader.read("t.yaml", "---\n" + YamlWriter.write(tree))
                        .get(0)
                        .root())
                .isEqualTo(tree);
    }

    @Property(tries = 2_000)
    void the_quick_look_agrees_with_the_thorough_one(@ForAll("types") String type, @ForAll long seed) {
        Random random = new Random(seed);
        Map<String, Object> tree = struct(type, random, 0);
        for (int i = random.nextInt(3); i > 0; i--) {
            spoil(tree, random);
        }
        TreeCheck thorough = new TreeCheck(SCHEMA);
        thorough.root(type, tree);
        assertThat(new TreeFit(SCHEMA).fits(type, tree))
                .isEqualTo(thorough.problems().isEmpty());
    }

    /** Puts something that mostly does not fit in the place of one value, somewhere. */
    private static void spoil(Map<String, Object> tree, Random random) {
        List<String> names = List.copyOf(tree.keySet());
        if (names.isEmpty()) {
            return;
        }
        String name = names.get(random.nextInt(names.size()));
        if (tree.get(name) instanceof Map<?, ?> inner && !inner.isEmpty() && random.nextInt(4) > 0) {
            Map<String, Object> copy = new TreeMap<>();
            inner.forEach((key, value) -> copy.put((String) key, value));
            spoil(copy, random);
            tree.put(name, copy);
            return;
        }
        List<Object> values = List.of(
                "1e3", 7L, 1L << 40, 1.5, true, List.of(Map.of("x", 1L)), Map.of("y", "z"), "2026-01-01T00:00:00Z");
        tree.put(random.nextInt(8) == 0 ? name + "_" : name, values.get(random.nextInt(values.size())));
    }

    @Property(tries = 400)
    void a_misspelt_field_is_found_and_mended(@ForAll("types") String type, @ForAll long seed) {
        List<String> names = List.copyOf(SCHEMA.fields(type).keySet());
        if (names.isEmpty()) {
            return;
        }
        String name = names.get(new Random(seed).nextInt(names.size()));
        assertThat(SCHEMA.check(type, Map.of(name + "_", "x")))
                .containsExactly(new SchemaProblem.UnknownField(name + "_", Optional.of(name)));
    }

    @Provide
    Arbitrary<String> types() {
        return Arbitraries.of(SCHEMA.types().stream().map(ApiType::name).toList());
    }

    private static Map<String, Object> struct(String type, Random random, int depth) {
        Map<String, Object> tree = new TreeMap<>();
        SCHEMA.fields(type).forEach((name, field) -> {
            if (random.nextInt(depth + 1) == 0 && depth < 5) {
                tree.put(name, value(field.type(), random, depth + 1));
            }
        });
        return tree;
    }

    private static Object value(FieldType type, Random random, int depth) {
        return switch (type.shape()) {
            case STRING -> List.of("yes", "a: b", "", "x").get(random.nextInt(4));
            case BOOL -> random.nextBoolean();
            case INT32 -> (long) random.nextInt();
            case INT64 -> random.nextLong();
            case FLOAT64, ANY -> 1.5;
            case BYTES -> "aGVsbG8=";
            case TIME -> "2024-01-01T00:00:00.000000Z";
            case QUANTITY -> random.nextBoolean() ? "1Gi" : (Object) 2L;
            case INT_OR_STRING -> random.nextBoolean() ? "25%" : (Object) 1L;
            case STRUCT -> struct(type.name(), random, depth);
            case LIST -> List.of(value(type.element(), random, depth));
            case MAP -> Map.of("k", value(type.element(), random, depth));
        };
    }
}
