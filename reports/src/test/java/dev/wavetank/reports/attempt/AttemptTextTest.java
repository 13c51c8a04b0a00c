package dev.wavetank.reports.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.trace.AttemptTrace;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptTextTest {

    private static final AttemptTrace REFUSED = new AttemptTrace(
            "default/web",
            1,
            "default-scheduler",
            "",
            3,
            List.of(
                    new AttemptTrace.Refused("a", "NodeUnschedulable", false, List.of("node(s) were unschedulable")),
                    new AttemptTrace.Refused("b", "NodeResourcesFit", true, List.of("Insufficient cpu")),
                    new AttemptTrace.Refused("c", "NodeResourcesFit", true, List.of("Insufficient cpu"))),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            "",
            "",
            "0/3 nodes are available: 1 node(s) were unschedulable, 2 Insufficient cpu.");

    private static final AttemptTrace PLACED = new AttemptTrace(
            "default/web",
            2,
            "default-scheduler",
            "AssignedPodDelete",
            3,
            List.of(REFUSED.refusals().get(0)),
            List.of(),
            List.of("b", "c"),
            List.of(
                    new AttemptTrace.Points("NodeResourcesFit", 1, List.of(70L, 90L), List.of(70L, 90L)),
                    new AttemptTrace.Points("TaintToleration", 3, List.of(1L, 0L), List.of(0L, 100L))),
            List.of(90L, 390L),
            List.of("c"),
            "c",
            "",
            "");

    private static Attempts attempts(AttemptTrace... traces) {
        return new Attempts(
                "default/web",
                List.of(traces).stream()
                        .map(trace ->
                                new Attempts.Attempt(trace.number() * VirtualTime.SECOND, "kube-scheduler", trace))
                        .toList());
    }

    @Test
    void a_reason_that_holds_everywhere_names_no_nodes() {
        AttemptTrace.Refused same = REFUSED.refusals().get(1);
        AttemptTrace everywhere = new AttemptTrace(
                "default/web",
                1,
                "default-scheduler",
                "",
                2,
                List.of(same, new AttemptTrace.Refused("c", same.plugin(), true, same.reasons())),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                "",
                "",
                "");
        assertThat(AttemptText.lines(attempts(everywhere)))
                .contains("  refused by NodeResourcesFit: Insufficient cpu (all nodes)");
    }

    @Test
    void nodes_that_were_refused_for_the_same_reason_stand_together() {
        assertThat(AttemptText.lines(attempts(REFUSED)))
                .containsExactly(
                        "pod/default/web: 1 attempt, no node so far",
                        "",
                        "attempt 1 at " + VirtualTime.format(VirtualTime.SECOND)
                                + " by kube-scheduler (default-scheduler), 3 nodes",
                        "  refused by NodeUnschedulable: node(s) were unschedulable (a)",
                        "  refused by NodeResourcesFit: Insufficient cpu (b, c)",
                        "  message: 0/3 nodes are available: 1 node(s) were unschedulable, 2 Insufficient cpu.");
    }

    @Test
    void points_are_a_table_with_the_best_node_first() {
        assertThat(AttemptText.lines(attempts(REFUSED, PLACED)))
                .startsWith("pod/default/web: 2 attempts, on c")
                .containsSubsequence(
                        "  back in the queue by AssignedPodDelete",
                        "  points  NodeResourcesFit*1  TaintToleration*3  extenders  total",
                        "  c                       90            100 (0)          0    390",
                        "  b                       70              0 (1)         20     90",
                        "  chosen: c, which has the most points");
    }

    @Test
    void without_plugins_every_node_has_one_point() {
        AttemptTrace equal = new AttemptTrace(
                "default/web",
                1,
                "default-scheduler",
                "",
                2,
                List.of(),
                List.of(),
                List.of("a", "b"),
                List.of(),
                List.of(1L, 1L),
                List.of("a", "b"),
                "b",
                "",
                "");
        assertThat(AttemptText.lines(attempts(equal)))
                .containsSubsequence(
                        "  points  total",
                        "  a           1",
                        "  b           1",
                        "  chosen: b, one of 2 with the most points: a, b");
    }

    @Test
    void an_extender_that_failed_without_harm_is_told() {
        AttemptTrace without = new AttemptTrace(
                "default/web",
                1,
                "default-scheduler",
                "",
                1,
                List.of(),
                List.of(new AttemptTrace.Ignored("http://a/b", "connection refused")),
                List.of("b"),
                List.of(),
                List.of(),
                List.of("b"),
                "b",
                "",
                "");
        assertThat(AttemptText.lines(attempts(without)))
                .contains("  ignored: http://a/b, which failed: connection refused");
        assertThat(AttemptTree.of(attempts(without)).toString())
                .contains("ignored=[{extender=http://a/b, error=connection refused}]");
    }
}
