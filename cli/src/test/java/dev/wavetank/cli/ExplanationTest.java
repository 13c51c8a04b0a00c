package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.fault.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplanationTest {

    private static final List<TraceEntry> TRACE = List.of(entry(11, 0), entry(12, 11), entry(13, 11), entry(14, 12));

    @Test
    void tells_people_step_by_step() {
        assertThat(print(Explanation.of(14, TRACE, false))).isEqualTo("""
                what led to it, step by step:
                  #11      0.000011s            tester  fault.opened    kind=crash target=node 11
                  #12      0.000012s    +1.0us  tester  fault.opened    kind=crash target=node 12
                  #13 ~    0.000013s    +1.0us  tester  fault.opened    kind=crash target=node 13
                  #14      0.000014s    +1.0us  tester  fault.opened    kind=crash target=node 14
                """);
    }

    @Test
    void tells_programs_the_records_with_the_names_of_a_trace_file() {
        assertThat(Explanation.of(14, TRACE, false).trees())
                .extracting(tree -> tree.get("n"))
                .containsExactly(11L, 12L, 14L);
        assertThat(Explanation.of(14, TRACE, false).trees().get(1).toString())
                .isEqualTo("{n=12, t=12000, by=tester, cause=11, type=fault.opened, kind=crash, target=node 12}");
    }

    @Test
    void says_when_the_beginning_was_not_kept() {
        List<TraceEntry> end = new ArrayList<>(TRACE.subList(1, 4));

        assertThat(print(Explanation.of(14, end, false))).startsWith("""
                what led to it, step by step:
                  (earlier records were not kept)
                  #12 """);
    }

    @Test
    void a_record_that_is_not_in_the_trace_is_not_explained() {
        assertThat(print(Explanation.of(9, TRACE, true))).isEqualTo("nothing to explain: the trace has no violation\n");
        assertThat(Explanation.of(1, List.of(), false).trees()).isEmpty();
    }

    private static TraceEntry entry(long number, long cause) {
        return new TraceEntry(
                number, number * 1_000, "tester", cause, new FaultTrace.Opened("crash", "node " + number));
    }

    private static String print(Explanation explanation) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        explanation.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
