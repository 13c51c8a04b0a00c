package dev.wavetank.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Fields that no record has are carried through wherever they stand. */
class ObjectCodecProperties {

    private static final ObjectCodec CODEC = new ObjectCodec();

    @Property(tries = 300)
    void extra_fields_of_modelled_kinds_survive(@ForAll("extras") Map<String, Object> extra) {
        Map<String, Object> container = with(extra, "name", "web", "image", "nginx");
        Map<String, Object> podSpec = with(extra, "containers", new ArrayList<>(List.of(container)));
        Map<String, Object> template = with(new LinkedHashMap<>(), "metadata", with(extra), "spec", podSpec);
        Map<String, Object> spec = with(extra, "replicas", 2L, "template", template);
        Map<String, Object> tree =
                with(extra, "metadata", with(extra, "name", "web"), "spec", spec, "status", with(extra));
        tree.put("apiVersion", "apps/v1");
        tree.put("kind", "Deployment");
        assertThat(CODEC.encode(CODEC.decode(tree))).isEqualTo(tree);
    }

    @Property(tries = 300)
    void any_fields_of_other_kinds_survive(@ForAll("extras") Map<String, Object> extra) {
        Map<String, Object> tree = with(extra, "apiVersion", "example.com/v1", "kind", "Thing");
        tree.put("metadata", with(extra, "name", "web"));
        assertThat(CODEC.encode(CODEC.decode(tree))).isEqualTo(tree);
    }

    @Property(tries = 300)
    void json_text_is_the_tree(@ForAll("extras") Map<String, Object> extra) {
        assertThat(CODEC.tree(CODEC.json(extra))).isEqualTo(extra);
        assertThat(CODEC.tree(CODEC.sortedJson(extra))).isEqualTo(extra);
    }

    /** Names that no type of Kubernetes has. */
    @Provide
    Arbitrary<Map<String, Object>> extras() {
        Arbitrary<Object> leaf = Arbitraries.oneOf(
                Arbitraries.strings().map(Object.class::cast),
                Arbitraries.longs().map(Object.class::cast),
                Arbitraries.doubles().map(Object.class::cast),
                Arbitraries.of(true, false).map(Object.class::cast),
                Arbitraries.just(null));
        Arbitrary<Object> value = Arbitraries.lazyOf(
                () -> leaf,
                () -> leaf,
                () -> leaf.list().ofMaxSize(3).map(ArrayList::new),
                () -> fields(leaf).map(Object.class::cast));
        return fields(value);
    }

    private static Arbitrary<Map<String, Object>> fields(Arbitrary<Object> value) {
        return Arbitraries.maps(Arbitraries.strings().alpha().ofLength(3).map(name -> "x" + name), value)
                .ofMaxSize(3)
                .map(LinkedHashMap::new);
    }

    private static Map<String, Object> with(Map<String, Object> extra, Object... namesAndValues) {
        Map<String, Object> tree = new LinkedHashMap<>(extra);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            tree.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return tree;
    }
}
