package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.cli.result.ExplanationOutput;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.trace.ExpectationTrace;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.explore.Explanation;
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
                     1.    0.000011s  the fault componentCrash of node 11 begins
                     2.    0.000012s  the fault componentCrash of node 12 begins
                      ~    0.000013s  the fault componentCrash of node 13 begins
                     3.    0.000014s  the fault componentCrash of node 14 begins
                  so that Invariant: node: broken
                """);
    }

    @Test
    void tells_programs_the_records_with_the_names_of_a_trace_file() {
        assertThat(trees(Explanation.of("Invariant: node: broken", 14, TRACE, false)))
                .extracting(tree -> tree.get("n"))
                .containsExactly(11L, 12L, 14L);
        assertThat(trees(Explanation.of("Invariant: node: broken", 14, TRACE, false))
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
                     1.    0.000012s  the fault componentCrash of node 12 begins
                """);
    }

    @Test
    void a_record_that_is_not_in_the_trace_is_not_explained() {
        assertThat(print(Explanation.of("Invariant: node: broken", 9, TRACE, true)))
                .isEqualTo("nothing to explain: the trace has no violation\n");
        assertThat(trees(Explanation.of("Invariant: node: broken", 1, List.of(), false)))
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

    /** A heartbeat comes whatever happens: what it breaks, time has broken. */
    @Test
    void what_a_heartbeat_has_brought_to_light_is_explained_by_the_last_record_about_it() {
        List<TraceEntry> trace = List.of(
                new TraceEntry(1, 10, "manager", 0, new ExpectationTrace("c", new ObjectKey("default", "web-1"), 1, 0)),
                new TraceEntry(2, 20, "etcd", 0, lease()));

        assertThat(explained(violation("c/default/web-1", 20, 2), trace)).isEqualTo(1L);
    }

    private static StoreTrace lease() {
        Lease lease = new Lease(ObjectMeta.named("kube-system", "manager"), null, null);
        return new StoreTrace(WatchEvent.Type.ADDED, Resources.LEASES, lease, null, 1);
    }

    @Test
    void what_happens_again_and_again_is_one_line() {
        assertThat(print(Explanation.of(
                        "Invariant: node: broken",
                        3,
                        List.of(
                                new TraceEntry(1, 10_000, "etcd", 0, lease()),
                                new TraceEntry(2, 20_000, "etcd", 1, lease()),
                                new TraceEntry(3, 30_000, "etcd", 2, lease())),
                        false)))
                .isEqualTo("""
                what led to it, step by step:
                     1.    0.000030s  etcd stores leases/kube-system/manager  (3 times until then)
                  so that Invariant: node: broken
                """);
    }

    private static Object explained(Violation violation, List<TraceEntry> trace) {
        List<Map<String, Object>> trees = trees(Explanation.of(violation, trace, false));
        return trees.get(trees.size() - 1).get("n");
    }

    private static Violation violation(long at, long entry) {
        return violation("pod/default/web-1", at, entry);
    }

    private static Violation violation(String object, long at, long entry) {
        return new Violation("Invariant", "a sentence", object, at, "not ready", entry);
    }

    private static TraceEntry entry(long number, long cause) {
        return new TraceEntry(
                number,
                number * 1_000,
                "tester",
                cause,
                new FaultTrace.Opened(new ComponentFault.Crash("node " + number)));
    }

    private static List<Map<String, Object>> trees(Explanation explanation) {
        return new ExplanationOutput(explanation).trees();
    }

    private static String print(Explanation explanation) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ExplanationOutput(explanation).print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
