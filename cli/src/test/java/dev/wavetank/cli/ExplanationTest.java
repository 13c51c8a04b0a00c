package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.cli.result.Explanation;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.properties.invariant.Violation;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExplanationTest {

    private static final List<TraceEntry> TRACE = List.of(entry(11, 0), entry(12, 11), entry(13, 11), entry(14, 12));

    @Test
    void tells_people_step_by_step() {
        assertThat(print(Explanation.of("Invariant: node: broken", 14, TRACE, false)))
                .isEqualTo("""
                what led to it, step by step:
                  #11      0.000011s            tester  fault.opened    kind=componentCrash target=node 11
                  #12      0.000012s    +1.0us  tester  fault.opened    kind=componentCrash target=node 12
                  #13 ~    0.000013s    +1.0us  tester  fault.opened    kind=componentCrash target=node 13
                  #14      0.000014s    +1.0us  tester  fault.opened    kind=componentCrash target=node 14
                  so that Invariant: node: broken
                """);
    }

    @Test
    void tells_programs_the_records_with_the_names_of_a_trace_file() {
        assertThat(Explanation.of("Invariant: node: broken", 14, TRACE, false).trees())
                .extracting(tree -> tree.get("n"))
                .containsExactly(11L, 12L, 14L);
        assertThat(Explanation.of("Invariant: node: broken", 14, TRACE, false)
                        .trees()
                        .get(1)
                        .toString())
                .isEqualTo(
                        "{n=12, t=12000, by=tester, cause=11, type=fault.opened, kind=componentCrash, target=node 12}");
    }

    @Test
    void says_when_the_beginning_was_not_kept() {
        List<TraceEntry> end = new ArrayList<>(TRACE.subList(1, 4));

        assertThat(print(Explanation.of("Invariant: node: broken", 14, end, false)))
                .startsWith("""
                what led to it, step by step:
                  (earlier records were not kept)
                  #12      0.000012s            tester  fault.opened    kind=componentCrash target=node 12
                """);
    }

    @Test
    void a_record_that_is_not_in_the_trace_is_not_explained() {
        assertThat(print(Explanation.of("Invariant: node: broken", 9, TRACE, true)))
                .isEqualTo("nothing to explain: the trace has no violation\n");
        assertThat(Explanation.of("Invariant: node: broken", 1, List.of(), false)
                        .trees())
                .isEmpty();
    }

    /** The deadline passes long after anything has happened to the pod; another pod has nothing to do with it. */
    @Test
    void what_time_has_broken_is_explained_by_the_last_record_about_it() {
        List<TraceEntry> trace = List.of(
                new TraceEntry(1, 10, "kubelet", 0, new Milestone(Milestone.Point.STORED, "pod/default/web-1", null)),
                new TraceEntry(2, 20, "kubelet", 0, new Milestone(Milestone.Point.STORED, "pod/default/web-12", null)));

        assertThat(explained(violation(90, 2), trace)).isEqualTo(1L);
        assertThat(explained(violation(20, 2), trace)).isEqualTo(2L);
    }

    private static Object explained(Violation violation, List<TraceEntry> trace) {
        List<Map<String, Object>> trees =
                Explanation.of(violation, trace, false).trees();
        return trees.get(trees.size() - 1).get("n");
    }

    private static Violation violation(long at, long entry) {
        return new Violation("Invariant", "a sentence", "pod/default/web-1", at, "not ready", entry);
    }

    private static TraceEntry entry(long number, long cause) {
        return new TraceEntry(
                number,
                number * 1_000,
                "tester",
                cause,
                new FaultTrace.Opened(new ComponentFault.Crash("node " + number)));
    }

    private static String print(Explanation explanation) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        explanation.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
