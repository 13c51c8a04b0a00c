package dev.wavetank.model.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelSelectorTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a=b,c!=d,e in (x,y),!f,g|a=b,c!=d,e in (x,y),!f,g",
                "g, e in ( y , x , y ),a == b|a=b,e in (x,y),g",
                "app.kubernetes.io/name=web|app.kubernetes.io/name=web",
                "a=|a=",
                "a=,b|a=,b",
                "x notin (b)|x notin (b)",
                "x in ()|x in ()",
                "x in (a,)|x in (,a)",
                "n>3,n<7|n>3,n<7",
                "in in (in)|in in (in)",
                "! a|!a"
            })
    void prints_in_canonical_form(String text, String canonical) {
        assertThat(LabelSelector.parse(text)).hasToString(canonical);
        assertThat(LabelSelector.parse(canonical)).isEqualTo(LabelSelector.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=b,", "=b", "a b", "a in b", "a in (b", "a in (b c)", "a=b c=d", "a=b=c", "!", "!a=b", ",",
        "a!b", "a in (b))", "-a=b", "a=-b", "A/B/c=d", "a>x", "n>1.5"})
    void refuses_other_text(String text) {
        assertThatThrownBy(() -> LabelSelector.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void says_what_was_expected() {
        assertThatThrownBy(() -> LabelSelector.parse("a b"))
                .hasMessage("unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt");
        assertThatThrownBy(() -> LabelSelector.parse("a,,b")).hasMessageContaining("identifier after ','");
    }

    @Test
    void an_absent_label_satisfies_every_negation() {
        Map<String, String> none = Map.of();
        assertThat(LabelSelector.parse("a!=b,a notin (b,c),!a").matches(none)).isTrue();
        for (String text : List.of("a", "a=b", "a in (b)", "a=", "a>0", "a<0")) {
            assertThat(LabelSelector.parse(text).matches(none)).as(text).isFalse();
        }
    }

    @Test
    void every_requirement_must_hold() {
        LabelSelector selector = LabelSelector.parse("app=web,tier in (front,back),!canary,weight>3");
        Map<String, String> labels = Map.of("app", "web", "tier", "back", "weight", "4");
        assertThat(selector.matches(labels)).isTrue();
        for (String change : List.of("app=x", "tier=x", "canary=", "weight=3", "weight=many")) {
            Map<String, String> changed = new TreeMap<>(labels);
            changed.put(change.split("=")[0], change.substring(change.indexOf('=') + 1));
            assertThat(selector.matches(changed)).as(change).isFalse();
        }
    }

    @Test
    void reads_the_object_form() {
        Map<String, Object> tree = Map.of(
                "matchLabels", Map.of("z", "1", "app", "web"),
                "matchExpressions",
                        List.of(
                                Map.of("key", "tier", "operator", "In", "values", List.of("b", "a")),
                                Map.of("key", "env", "operator", "NotIn", "values", List.of("dev")),
                                Map.of("key", "x", "operator", "Exists"),
                                Map.of("key", "y", "operator", "DoesNotExist")));
        assertThat(LabelSelector.ofTree(tree)).hasToString("app=web,env notin (dev),tier in (a,b),x,!y,z=1");
    }

    @Test
    void an_absent_selector_matches_nothing_and_an_empty_one_everything() {
        assertThat(LabelSelector.ofTree(null).matches(Map.of())).isFalse();
        assertThat(LabelSelector.ofTree(Map.of()).matches(Map.of())).isTrue();
        assertThat(LabelSelector.parse("")).isEqualTo(LabelSelector.EVERYTHING).isNotEqualTo(LabelSelector.NOTHING);
    }

    @Test
    void refuses_expressions_that_cannot_hold() {
        assertThatThrownBy(() -> expression("In", List.of())).hasMessageContaining("values set can't be empty");
        assertThatThrownBy(() -> expression("Exists", List.of("a"))).hasMessageContaining("must be empty");
        assertThatThrownBy(() -> expression("Near", List.of()))
                .hasMessage("\"Near\" is not a valid label selector operator");
    }

    private static LabelSelector expression(String operator, List<String> values) {
        Map<String, Object> expression = Map.of("key", "k", "operator", operator, "values", values);
        return LabelSelector.ofTree(Map.of("matchExpressions", List.of(expression)));
    }
}
