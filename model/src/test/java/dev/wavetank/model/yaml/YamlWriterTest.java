package dev.wavetank.model.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class YamlWriterTest {
    @Test
    void writes_blocks_in_the_order_of_the_map() {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("kind", "Pod");
        root.put("list", List.of(Map.of("a", 1L), List.of("x", List.of()), Map.of()));
        root.put("mode", "0644");
        root.put("flag", "yes");
        root.put("nothing", null);
        root.put("script", "line one\n\n  line two\n");
        root.put("odd", "a: b #c");
        assertThat(YamlWriter.write(root)).isEqualTo("""
                        kind: Pod
                        list:
                        - a: 1
                        - - x
                          - []
                        - {}
                        mode: "0644"
                        flag: "yes"
                        nothing: null
                        script: |
                          line one

                            line two
                        odd: "a: b #c"
                        """);
    }

    @Test
    void a_compact_text_has_on_one_line_what_fits() {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("labels", Map.of("app", "a, b"));
        root.put("words", List.of("x", "", "a: b", List.of(), Map.of()));
        root.put("one", List.of(Map.of("at", "1s")));
        root.put("several", List.of(Map.of("at", "1s"), Map.of("at", "2s")));
        root.put("script", Map.of("text", "one\ntwo\n"));
        root.put("long", List.of("x".repeat(60), "y".repeat(60)));
        assertThat(YamlWriter.compact(root)).isEqualTo("""
                        labels: {app: "a, b"}
                        words: [x, "", "a: b", [], {}]
                        one: [{at: 1s}]
                        several:
                        - {at: 1s}
                        - {at: 2s}
                        script:
                          text: |
                            one
                            two
                        long:
                        - %s
                        - %s
                        """.formatted("x".repeat(60), "y".repeat(60)));
    }

    @Test
    void refuses_what_json_cannot_hold() {
        assertThatThrownBy(() -> YamlWriter.write(Map.of("a", Double.NaN))).hasMessageContaining("NaN");
        assertThatThrownBy(() -> YamlWriter.write(Map.of("a", new Object[0])))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
