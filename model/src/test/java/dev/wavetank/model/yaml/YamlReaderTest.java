package dev.wavetank.model.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class YamlReaderTest {
    private static Map<String, Object> one(String text) {
        return YamlReader.read("t.yaml", text).get(0).root();
    }

    @Test
    void reads_every_document_that_has_content() {
        String text = "# nothing\n---\n---\na: 1\n...\n---\n# only a remark\n---\nb: 2\n";
        assertThat(YamlReader.read("t.yaml", text))
                .extracting(YamlDocument::root)
                .containsExactly(Map.of("a", 1L), Map.of("b", 2L));
        assertThat(YamlReader.read("t.yaml", "")).isEmpty();
    }

    @Test
    void reads_json_indented_with_tabs_and_escaped() {
        assertThat(one("\uFEFF{\n\t\"a\": [1, 2.5, null],\n\t\"b\": \"x\\/y\\u00e4\"\n}\n"))
                .containsEntry("a", Arrays.asList(1L, 2.5, null))
                .containsEntry("b", "x/yä");
    }

    @Test
    void merges_in_the_order_of_the_text() {
        String base = "base: &b {a: 2, c: 3}\n";
        assertThat(one(base + "m: {a: 1, <<: *b}").get("m")).isEqualTo(Map.of("a", 2L, "c", 3L));
        assertThat(one(base + "m: {<<: *b, a: 1}").get("m")).isEqualTo(Map.of("a", 1L, "c", 3L));
        assertThat(one(base + "m: {<<: [{a: 1}, *b]}").get("m")).isEqualTo(Map.of("a", 1L, "c", 3L));
        assertThat(one("m: {'<<': 1}").get("m")).isEqualTo(Map.of("<<", 1L));
    }

    @Test
    void keys_become_strings_as_in_kubectl() {
        Map<String, Object> keys = one("{1: a, yes: b, 1.5: c, 1e10: d, 08: e, 2024-01-01: f, 1000000.5: g,"
                + " 1.5e5: h, 1e6: i, 0.0001: j, 0.00001: k, -1.5e7: l, 3.14159265358979: m, -0.0: o, 0x10: p}");
        assertThat(keys.keySet())
                .containsExactly(
                        "1",
                        "true",
                        "1.5",
                        "1e+10",
                        "8",
                        "2024-01-01",
                        "1.0000005e+06",
                        "150000",
                        "1e+06",
                        "0.0001",
                        "1e-05",
                        "-1.5e+07",
                        "3.1415927",
                        "-0",
                        "16");
    }

    @Test
    void aliases_give_separate_copies() {
        Map<String, Object> root = one("a: &x [1]\nb: *x\n");
        @SuppressWarnings("unchecked")
        List<Object> a = (List<Object>) root.get("a");
        a.add(2L);
        assertThat(root.get("b")).isEqualTo(List.of(1L));
    }

    @Test
    void tells_where_a_field_was_written() {
        String text = "kind: Pod\nmetadata:\n  labels:\n    app.kubernetes.io/name: web\nspec:\n  containers:\n"
                + "  - name: a\n    image: b\n  - {name: c, image: d}\n";
        YamlDocument document = YamlReader.read("p.yaml", text).get(0);
        assertThat(document.positions().find("spec.containers[0].image")).contains(new Position(8, 5));
        assertThat(document.positions().find("spec.containers[1].image")).contains(new Position(9, 15));
        assertThat(document.positions().find("spec.containers[1]")).contains(new Position(9, 5));
        assertThat(document.positions().find("metadata.labels.app.kubernetes.io/name"))
                .contains(new Position(4, 5));
        assertThat(document.positions().find("metadata.labels[app.kubernetes.io/name]"))
                .contains(new Position(4, 5));
        assertThat(document.positions().find("spec.nodeName")).isEmpty();
        assertThat(document.positions().nearest("spec.containers[0].ports[3].name"))
                .hasToString("7:5");
        assertThat(document.positions().nearest("status")).hasToString("1:1");
    }
}
