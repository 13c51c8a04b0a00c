package dev.wavetank.properties.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.properties.explore.Invariants;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every invariant says why it is there, where it is promised, and what it is about. */
class InvariantTextsTest {

    private static final Set<Tag> KEEPERS = EnumSet.range(Tag.API_SERVER, Tag.LEADERS);
    private static final Set<Tag> PROMISES = EnumSet.of(Tag.SAFETY, Tag.LIVENESS, Tag.AT_REST);
    private static final int SENTENCES_MAX = 4;

    static List<Invariant> all() {
        return Invariants.ofNoRun();
    }

    @ParameterizedTest
    @MethodSource("all")
    void a_reason_is_a_few_sentences(Invariant invariant) {
        assertThat(invariant.reason()).as(invariant.name()).endsWith(".");
        assertThat(invariant.reason().split("\\. "))
                .as(invariant.name())
                .hasSizeBetween(1, SENTENCES_MAX)
                .doesNotHaveDuplicates();
        assertThat(invariant.reason()).as(invariant.name()).doesNotContain(invariant.statement());
    }

    @ParameterizedTest
    @MethodSource("all")
    void a_source_is_a_page_a_file_an_issue_or_this_project(Invariant invariant) {
        assertThat(invariant.sources())
                .as(invariant.name())
                .isNotEmpty()
                .allSatisfy(source -> assertThat(source)
                        .matches(
                                "(Kubernetes documentation v1\\.\\d+, |Kubernetes API conventions, |API reference v1\\.\\d+, "
                                        + "|(pkg|staging|plugin)/|kubernetes#\\d+|KEP-\\d+|this project: |CNI specification"
                                        + "|controller-runtime, |Anvil: ).+"));
    }

    @ParameterizedTest
    @MethodSource("all")
    void tags_say_who_keeps_it_and_which_kind_of_promise_it_is(Invariant invariant) throws NoSuchMethodException {
        Set<Tag> tags = invariant.tags();

        assertThat(tags).as(invariant.name()).containsAnyElementsOf(KEEPERS).containsAnyElementsOf(PROMISES);
        if (invariant
                        .getClass()
                        .getMethod("conclude", long.class, Outcomes.class)
                        .getDeclaringClass()
                != Invariant.class) {
            assertThat(tags).as("%s is judged at the end", invariant.name()).containsAnyOf(Tag.LIVENESS, Tag.AT_REST);
        }
    }

    @ParameterizedTest
    @MethodSource("tags")
    void a_tag_selects_several_invariants_and_not_all(Tag tag) {
        assertThat(all().stream().filter(one -> one.tags().contains(tag)).count())
                .isBetween(2L, all().size() * 3L / 4);
        assertThat(tag.meaning()).isNotBlank();
    }

    static List<Tag> tags() {
        return Arrays.asList(Tag.values());
    }
}
