package dev.wavetank.sim.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** What listening to a run may change of it, and what it may not. */
class ChoiceLogProperties {

    private static final List<String> NAMES = List.of("kernel/order", "network/a/b", "a", "");

    /** One draw of a run, which is a list of them. */
    private record Draw(String stream, long bound) {}

    @Property
    void recording_changes_no_value(@ForAll long seed, @ForAll("draws") List<Draw> draws) {
        assertThat(run(new RandomStreams(seed, ChoiceLog.recording()), draws))
                .isEqualTo(run(new RandomStreams(seed), draws));
    }

    @Property
    void the_recorded_choices_alone_decide_a_run(
            @ForAll long seed, @ForAll long otherSeed, @ForAll("draws") List<Draw> draws) {
        ChoiceLog recorded = ChoiceLog.recording();
        Map<String, List<Long>> run = run(new RandomStreams(seed, recorded), draws);
        ChoiceLog replayed = ChoiceLog.recording().override(recorded.choices());

        assertThat(run(new RandomStreams(otherSeed, replayed), draws)).isEqualTo(run);
        assertThat(replayed.choices()).isEqualTo(recorded.choices());
        assertThat(replayed.matched()).isEqualTo(replayed.overrides()).isEqualTo(draws.size());
    }

    @Property
    void an_override_changes_its_own_draw_and_no_other(
            @ForAll long seed,
            @ForAll("draws") List<Draw> draws,
            @ForAll @IntRange(max = 1_000) int which,
            @ForAll long bits) {
        ChoiceLog recorded = ChoiceLog.recording();
        Map<String, List<Long>> expected = run(new RandomStreams(seed, recorded), draws);
        Choice chosen = recorded.choices().get(which % draws.size());
        long value = chosen.bound() == Choice.RAW ? bits : Math.floorMod(bits, chosen.bound());
        ChoiceLog log = new ChoiceLog().override(List.of(chosen.withValue(value)));
        expected.get(chosen.stream()).set((int) chosen.index(), value);

        assertThat(run(new RandomStreams(seed, log), draws)).isEqualTo(expected);
        assertThat(log.matched()).isEqualTo(1);
    }

    @Property
    void extra_draws_and_one_more_stream_leave_the_others_unchanged(
            @ForAll long seed, @ForAll("draws") List<Draw> draws, @ForAll("draws") List<Draw> extra) {
        ChoiceLog recorded = ChoiceLog.recording();
        run(new RandomStreams(seed, recorded), draws);
        List<Draw> disturbed = new ArrayList<>(draws);
        extra.forEach(draw -> disturbed.add(disturbed.size() / 2, new Draw("one more", draw.bound())));
        ChoiceLog log = ChoiceLog.recording();
        run(new RandomStreams(seed, log), disturbed);

        assertThat(log.choices().stream().filter(choice -> !choice.stream().equals("one more")))
                .containsExactlyInAnyOrderElementsOf(recorded.choices());
    }

    @Property
    void what_is_not_matched_is_missed(
            @ForAll long seed, @ForAll("draws") List<Draw> draws, @ForAll("draws") List<Draw> otherDraws) {
        ChoiceLog recorded = ChoiceLog.recording();
        run(new RandomStreams(seed, recorded), draws);
        ChoiceLog log = ChoiceLog.recording().override(recorded.choices());
        run(new RandomStreams(seed, log), otherDraws);
        List<Choice> missed = log.missed();

        // A choice that decided its draw is found in the new record, with a bound of its own kind.
        List<Choice> matched = new ArrayList<>(recorded.choices());
        matched.removeAll(missed);
        assertThat(log.matched()).isEqualTo(matched.size());
        assertThat(matched)
                .allSatisfy(choice -> assertThat(log.choices())
                        .anyMatch(taken -> taken.stream().equals(choice.stream())
                                && taken.index() == choice.index()
                                && taken.value() == choice.value()
                                && (taken.bound() == Choice.RAW) == (choice.bound() == Choice.RAW)));
        assertThat(missed)
                .allSatisfy(choice -> assertThat(log.choices())
                        .noneMatch(taken -> taken.stream().equals(choice.stream())
                                && taken.index() == choice.index()
                                && taken.bound() == choice.bound()));
    }

    @Property
    void written_choices_are_read_back(
            @ForAll @AlphaChars @Chars({'[', ']', ' ', '=', '3', '/', '\\'}) String stream,
            @ForAll @LongRange(min = 0) long index,
            @ForAll @LongRange(min = 0) long bound,
            @ForAll long bits) {
        Choice choice = new Choice(stream, index, bound, bound == Choice.RAW ? bits : Math.floorMod(bits, bound));

        assertThat(ChoiceText.read(ChoiceText.write(List.of(choice, choice)))).containsExactly(choice, choice);
    }

    @Provide
    Arbitrary<List<Draw>> draws() {
        Arbitrary<Long> bounds = Arbitraries.oneOf(
                Arbitraries.just(Choice.RAW),
                Arbitraries.longs().between(1, 5),
                Arbitraries.longs().greaterOrEqual(1));
        return Combinators.combine(Arbitraries.of(NAMES), bounds)
                .as(Draw::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(60)
                .withoutEdgeCases();
    }

    private static Map<String, List<Long>> run(RandomStreams streams, List<Draw> draws) {
        Map<String, List<Long>> values = new LinkedHashMap<>();
        for (Draw draw : draws) {
            RandomStream stream = streams.stream(draw.stream());
            values.computeIfAbsent(draw.stream(), missing -> new ArrayList<>())
                    .add(draw.bound() == Choice.RAW ? stream.nextLong() : stream.nextLong(draw.bound()));
        }
        return values;
    }
}
