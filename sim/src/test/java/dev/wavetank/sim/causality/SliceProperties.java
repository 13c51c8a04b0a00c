package dev.wavetank.sim.causality;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.RingSink;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SliceProperties {

    @Property(tries = 300)
    void every_cause_comes_before_its_effect(@ForAll long seed) {
        List<TraceEntry> trace = trace(seed);

        assertThat(trace).allSatisfy(entry -> assertThat(entry.cause()).isLessThan(entry.number()));
        for (TraceEntry entry : trace) {
            if (entry.cause() != 0) {
                assertThat(trace.get((int) entry.cause() - 1).time()).isLessThanOrEqualTo(entry.time());
            }
        }
    }

    @Property(tries = 300)
    void a_slice_is_the_path_of_causes_and_nothing_else(@ForAll long seed, @ForAll @IntRange(max = 99) int choice) {
        List<TraceEntry> trace = trace(seed);
        Assume.that(!trace.isEmpty());
        TraceEntry explained = trace.get(choice % trace.size());

        Slice slice = Slice.of(explained.number(), trace);

        assertThat(slice.isCut()).isFalse();
        assertThat(slice.previous()).isEmpty();
        assertThat(slice.entries()).last().isEqualTo(explained);
        assertThat(slice.entries().get(0).cause()).isZero();
        for (int i = 1; i < slice.entries().size(); i++) {
            assertThat(slice.entries().get(i).cause())
                    .isEqualTo(slice.entries().get(i - 1).number());
        }
    }

    @Property(tries = 300)
    void with_state_a_slice_is_closed_under_causes_and_has_what_changes_found(
            @ForAll long seed, @ForAll @IntRange(max = 99) int choice) {
        List<TraceEntry> trace = trace(seed);
        Assume.that(!trace.isEmpty());
        long number = trace.get(choice % trace.size()).number();

        Slice slice = Slice.withState(number, trace, TraceRecord::isWrite);
        List<TraceEntry> path = Slice.of(number, trace).entries();

        Set<Long> numbers = new TreeSet<>();
        slice.entries().forEach(entry -> {
            assertThat(numbers).as("ordered by number").allMatch(earlier -> earlier < entry.number());
            assertThat(entry.cause() == 0 || numbers.contains(entry.cause())).isTrue();
            numbers.add(entry.number());
        });
        assertThat(slice.entries()).containsAll(path).last().isEqualTo(trace.get((int) number - 1));
        for (TraceEntry change : path) {
            Long before = slice.previous().get(change.number());
            assertThat(before).isEqualTo(change.record().isWrite() ? writeBefore(change, trace) : null);
            assertThat(before == null || numbers.contains(before)).isTrue();
        }
    }

    @Property(tries = 300)
    void of_the_end_of_a_trace_a_slice_is_the_end(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int kept) {
        List<TraceEntry> trace = trace(seed);
        Assume.that(!trace.isEmpty());
        RingSink ring = new RingSink(kept);
        RandomTrace.run(seed, ring);

        Slice slice = Slice.of(trace.size(), ring.entries());
        List<TraceEntry> whole = Slice.of(trace.size(), trace).entries();

        assertThat(ring.entries()).isEqualTo(trace.subList(Math.max(0, trace.size() - kept), trace.size()));
        assertThat(slice.entries())
                .isEqualTo(whole.stream()
                        .filter(entry -> entry.number() > trace.size() - kept)
                        .toList());
        assertThat(slice.isCut()).isEqualTo(slice.entries().size() < whole.size());
    }

    @Property(tries = 300)
    void a_story_has_one_line_for_every_record_that_no_other_line_tells(
            @ForAll long seed, @ForAll @IntRange(max = 99) int choice) {
        List<TraceEntry> trace = trace(seed);
        Assume.that(!trace.isEmpty());
        Slice slice = Slice.withState(trace.get(choice % trace.size()).number(), trace, TraceRecord::isWrite);

        Story story = Story.of(slice, trace);
        List<String> text = StoryText.lines(story);

        Set<Long> told = new TreeSet<>(List.of(0L));
        story.lines().forEach(line -> {
            assertThat(told).as("the cause is told before").contains(line.cause());
            told.add(line.entry().number());
        });
        assertThat(story.lines().get(story.lines().size() - 1).entry())
                .isEqualTo(slice.entries().get(slice.entries().size() - 1));
        assertThat(text).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(StoryText.WIDTH));
    }

    @Example
    void a_record_that_is_not_in_the_trace_has_no_slice() {
        Slice slice = Slice.of(9, trace(1).subList(0, 3));

        assertThat(slice.entries()).isEmpty();
        assertThat(slice.isCut()).isTrue();
        assertThat(Story.of(slice, List.of()).lines()).isEmpty();
        assertThat(StoryText.lines(Story.of(slice, List.of()))).containsExactly("(earlier records were not kept)");
    }

    private static Long writeBefore(TraceEntry change, List<TraceEntry> trace) {
        Long before = null;
        for (TraceEntry entry : trace.subList(0, (int) change.number() - 1)) {
            if (entry.record().isWrite()
                    && entry.record().subject().equals(change.record().subject())) {
                before = entry.number();
            }
        }
        return before;
    }

    private static List<TraceEntry> trace(long seed) {
        MemorySink sink = new MemorySink();
        RandomTrace.run(seed, sink);
        return sink.entries();
    }
}
