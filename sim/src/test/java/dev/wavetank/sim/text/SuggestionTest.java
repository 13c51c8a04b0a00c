package dev.wavetank.sim.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {

    private static final List<String> KINDS = List.of("nodeCrash", "componentCrash", "networkDelay", "networkLoss");

    @Test
    void finds_the_name_with_a_letter_too_few_too_many_replaced_or_exchanged() {
        assertThat(Suggestion.of("nodCrash", KINDS)).contains("nodeCrash");
        assertThat(Suggestion.of("noddeCrash", KINDS)).contains("nodeCrash");
        assertThat(Suggestion.of("nadeCrash", KINDS)).contains("nodeCrash");
        assertThat(Suggestion.of("ndoeCrash", KINDS)).contains("nodeCrash");
    }

    @Test
    void exchanged_neighbours_count_as_one_change() {
        assertThat(Suggestion.of("ab", List.of("xy", "ba"))).contains("ba");
        assertThat(Suggestion.of("cab", List.of("abc"))).isEmpty();
    }

    @Test
    void upper_and_lower_case_are_equal() {
        assertThat(Suggestion.of("NODECRASH", KINDS)).contains("nodeCrash");
    }

    @Test
    void finds_a_name_by_its_beginning_or_its_end() {
        assertThat(Suggestion.of("component", KINDS)).contains("componentCrash");
        assertThat(Suggestion.of("kube-api-qps", List.of("kubelet.kube-api-qps")))
                .contains("kubelet.kube-api-qps");
        assertThat(Suggestion.of("net", KINDS)).isEmpty();
    }

    @Test
    void prefers_the_nearest_and_of_equals_the_first() {
        assertThat(Suggestion.of("networkLos", KINDS)).contains("networkLoss");
        assertThat(Suggestion.of("aX", List.of("ab", "ac"))).contains("ab");
    }

    @Test
    void suggests_nothing_for_another_word() {
        assertThat(Suggestion.of("etcdSpaceAlarm", KINDS)).isEmpty();
        assertThat(Suggestion.question("etcdSpaceAlarm", KINDS)).isEmpty();
    }

    @Test
    void does_not_take_one_number_for_another() {
        assertThat(Suggestion.of("node-4", List.of("node-1", "node-2"))).isEmpty();
        assertThat(Suggestion.of("nod-1", List.of("node-1", "node-2"))).contains("node-1");
    }

    @Test
    void asks_a_question() {
        assertThat(Suggestion.question("nodCrash", KINDS)).isEqualTo("did you mean 'nodeCrash'? ");
    }
}
