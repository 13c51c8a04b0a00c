package dev.wavetank.model.gotext;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.LabelSelector;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Expected texts are what Go 1.23 prints. */
class GoTextTest {

    @Test
    void quotes_escape_what_cannot_be_printed() {
        assertThat(GoText.quoted("a\"b\\c\n\t\r")).isEqualTo("\"a\\\"b\\\\c\\n\\t\\r\"");
        assertThat(GoText.quoted("\u0001\u007f\u0085\u00e9")).isEqualTo("\"\\x01\\x7f\\u0085\u00e9\"");
        assertThat(GoText.quoted(List.of("a", "b c"))).isEqualTo("[\"a\" \"b c\"]");
        assertThat(GoText.quoted(List.of())).isEqualTo("[]");
    }

    @Test
    void trees_are_printed_with_sorted_keys() {
        Map<String, Object> tree = Map.of("image", "x", "ports", Arrays.asList(80L, null), "a", Map.of());
        assertThat(GoText.plain(tree)).isEqualTo("map[a:map[] image:x ports:[80 <nil>]]");
        assertThat(GoSyntax.tree(Map.of("b", List.of(1L, "x\ty"), "a", true)))
                .isEqualTo("map[string]interface {}{\"a\":true, \"b\":[]interface {}{1, \"x\\ty\"}}");
    }

    @Test
    void a_json_value_has_a_kind_and_a_go_type() {
        List<Object> values = Arrays.asList(Map.of(), List.of(), "x", 1L, 1.5, true, null);
        assertThat(values.stream().map(GoJson::kind))
                .containsExactly("object", "array", "string", "number", "number", "bool", "null");
        assertThat(values.stream().map(GoText::type))
                .containsExactly(
                        "map[string]interface {}", "[]interface {}", "string", "int64", "float64", "bool", "<nil>");
    }

    @Test
    void a_text_that_is_no_whole_number_is_named_with_the_function_that_reads_it() {
        assertThat(GoInteger.mistake("ParseInt", "1x")).isEqualTo("strconv.ParseInt: parsing \"1x\": invalid syntax");
        assertThat(GoInteger.mistake("Atoi", "-99999999999999999999"))
                .isEqualTo("strconv.Atoi: parsing \"-99999999999999999999\": value out of range");
        assertThat(GoInteger.mistake("ParseUint", "-1")).isEqualTo("strconv.ParseUint: parsing \"-1\": invalid syntax");
    }

    @Test
    void a_selector_is_printed_alike_as_a_record_and_as_a_tree() {
        LabelSelector.Requirement tier = new LabelSelector.Requirement("tier", "In", List.of("a", "b"));
        Map<String, Object> tree = Map.of(
                "matchLabels", Map.of("b", "2", "a", "1"),
                "matchExpressions", List.of(Map.of("key", "tier", "operator", "In", "values", List.of("a", "b"))));
        String text = "&LabelSelector{MatchLabels:map[string]string{a: 1,b: 2,},MatchExpressions:[]"
                + "LabelSelectorRequirement{LabelSelectorRequirement{Key:tier,Operator:In,Values:[a b],},},}";
        assertThat(GoSelector.of(new LabelSelector(Map.of("b", "2", "a", "1"), List.of(tier))))
                .isEqualTo(text);
        assertThat(GoSelector.of(tree)).isEqualTo(text);
    }
}
