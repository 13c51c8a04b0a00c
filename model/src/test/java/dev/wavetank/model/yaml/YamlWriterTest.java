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
    void refuses_what_json_cannot_hold() {
        assertThatThrownBy(() -> YamlWriter.write(Map.of("a", Double.NaN))).hasMessageContaining("NaN");
        assertThatThrownBy(() -> YamlWriter.write(Map.of("a", new Object[0])))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
