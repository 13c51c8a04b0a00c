package dev.wavetank.model.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class LabelSelectorProperties {
    @Property
    void the_printed_form_selects_the_same(
            @ForAll("selectors") LabelSelector selector, @ForAll("labels") Map<String, String> labels) {
        LabelSelector again = LabelSelector.parse(selector.toString());
        assertThat(again).isEqualTo(selector);
        assertThat(again.matches(labels)).isEqualTo(selector.matches(labels));
    }

    @Property
    void every_operator_has_its_opposite(
            @ForAll("keys") String key, @ForAll("values") String value, @ForAll("labels") Map<String, String> labels) {
        assertThat(matches(key + "=" + value, labels)).isNotEqualTo(matches(key + "!=" + value, labels));
        assertThat(matches(key + " in (" + value + ",z)", labels))
                .isNotEqualTo(matches(key + " notin (" + value + ",z)", labels));
        assertThat(matches(key, labels)).isNotEqualTo(matches("!" + key, labels));
    }

    @Property
    void an_object_is_selected_by_its_own_labels(@ForAll("labels") Map<String, String> labels) {
        assertThat(LabelSelector.ofLabels(labels).matches(labels)).isTrue();
    }

    private static boolean matches(String selector, Map<String, String> labels) {
        return LabelSelector.parse(selector).matches(labels);
    }

    @Provide
    Arbitrary<String> keys() {
        return Arbitraries.of("a", "b", "in", "notin", "x.io/c", "d_1");
    }

    @Provide
    Arbitrary<String> values() {
        return Arbitraries.of("", "v", "w", "in", "1", "42", "A-b_c.d");
    }

    @Provide
    Arbitrary<Map<String, String>> labels() {
        return Arbitraries.maps(keys(), values()).ofMaxSize(4);
    }

    @Provide
    Arbitrary<LabelSelector> selectors() {
        Arbitrary<Requirement> equal = Combinators.combine(keys(), values(), Arbitraries.of(Operator.EQUALS, Operator.NOT_EQUALS))
                .as((key, value, operator) -> new Requirement(key, operator, List.of(value)));
        Arbitrary<Requirement> sets = Combinators.combine(
                        keys(), values().list().ofMinSize(1).ofMaxSize(3), Arbitraries.of(Operator.IN, Operator.NOT_IN))
                .as((key, values, operator) -> new Requirement(key, operator, values));
        Arbitrary<Requirement> presence = Combinators.combine(
                        keys(), Arbitraries.of(Operator.EXISTS, Operator.DOES_NOT_EXIST))
                .as((key, operator) -> new Requirement(key, operator, List.of()));
        return Arbitraries.oneOf(equal, sets, presence).list().ofMaxSize(4).map(LabelSelector::of);
    }
}
