package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.invariant.Margin;
import dev.wavetank.sim.StopReason;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.liveness.Outcome;
import dev.wavetank.sim.liveness.Phase;
import dev.wavetank.sim.network.rule.LinkSelector;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is asked for from the heal on is judged only where the horizon leaves time to do so. */
class ScenarioRunTest {

    private static final Command CREATE =
            new Command(0, List.of("create", "deployment", "web", "--image=nginx", "--replicas=3"));
    private static final FaultPlan PARTITION = FaultPlan.of(FaultClause.at(
            30 * VirtualTime.SECOND,
            10 * VirtualTime.MINUTE,
            new LinkFault.Partition(new LinkSelector("kubelet/node-1", "kube-apiserver"))));
    /** The API server does not come back before the default horizon. */
    private static final FaultPlan CRASH = FaultPlan.of(FaultClause.at(
            20 * VirtualTime.SECOND,
            59 * VirtualTime.MINUTE + 45 * VirtualTime.SECOND,
            new ComponentFault.Crash("kube-apiserver")));

    @Test
    void nothing_is_known_of_the_time_after_a_heal_that_the_run_does_not_see() {
        RunResult cut = run(PARTITION, VirtualTime.MINUTE);
        RunResult dead = run(CRASH, Scenario.DEFAULT_HORIZON);

        assertThat(cut.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(cut.phase()).isEqualTo(Phase.CHAOS);
        assertThat(cut.podsByPhase()).containsEntry("Running", 3);
        assertThat(cut.unknowns()).hasSize(3);
        assertThat(cut.unknowns().get(0))
                .isEqualTo("QuietAtRest: the last fault heals at 10m30s, after the horizon 1m");
        assertThat(cut.unknowns().get(1)).isEqualTo("NoLivelock: the last fault heals at 10m30s, after the horizon 1m");
        assertThat(cut.unknowns().get(2))
                .startsWith("Convergence: the last fault heals at 10m30s, after the horizon 1m: ");
        assertThat(dead.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(dead.unknowns()).contains("NoLivelock: the last fault heals at 1h5s, after the horizon 1h");
    }

    @Test
    void a_command_that_is_never_given_leaves_them_unknown_too() {
        Command late = new Command(2 * VirtualTime.MINUTE, List.of("scale", "deployment/web", "--replicas=1"));

        assertThat(run(List.of(CREATE, late), FaultPlan.NONE, "fifo", VirtualTime.MINUTE)
                        .unknowns())
                .contains("NoLivelock: the last command is given at 2m, after the horizon 1m");
    }

    @Test
    void an_order_that_is_unfair_to_the_end_leaves_them_unknown_too() {
        long horizon = 2 * VirtualTime.SECOND;

        assertThat(run(List.of(CREATE), FaultPlan.NONE, "pct:3@200us", horizon).unknowns())
                .contains("NoLivelock: horizon 2s reached, before the order of events became fair at 30s");
    }

    @Test
    void a_run_says_how_near_it_came_to_a_violation() {
        Command late = new Command(VirtualTime.MINUTE, List.of("scale", "deployment/web", "--replicas=1"));
        RunResult calm = run(List.of(CREATE, late), FaultPlan.NONE, "fifo", Scenario.DEFAULT_HORIZON);

        assertThat(calm.margins()).extracting(Margin::invariant).contains("Convergence", "NodeLeasesRenewed");
        assertThat(calm.margins()).allSatisfy(margin -> {
            assertThat(margin.share()).isBetween(0.0, 1.0);
            assertThat(margin.at()).isLessThanOrEqualTo(calm.virtualTime());
        });
        assertThat(calm.margins()).isSortedAccordingTo(Comparator.comparingDouble(margin -> -margin.share()));
        Margin renewed = calm.margins().stream()
                .filter(margin -> margin.invariant().equals("NodeLeasesRenewed"))
                .findFirst()
                .orElseThrow();
        assertThat(renewed.object()).startsWith("lease/kube-node-lease/node-");
        assertThat(renewed.used()).isBetween(9 * VirtualTime.SECOND, 11 * VirtualTime.SECOND);
        assertThat(renewed.toString()).startsWith("NodeLeasesRenewed used 4").contains("% of 25s: lease/");
    }

    @Test
    void a_busy_cluster_at_the_horizon_before_the_bound_may_still_go_astray() {
        RunResult early = run(PARTITION, 10 * VirtualTime.MINUTE + 31 * VirtualTime.SECOND);

        assertThat(early.phase()).isEqualTo(Phase.CONVERGE);
        assertThat(early.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(early.unknowns().get(0)).startsWith("QuietAtRest: horizon 10m31s reached, before the bound at ");
    }

    @Test
    void a_cluster_that_came_to_rest_after_the_heal_is_judged_before_the_horizon() {
        RunResult healed = run(PARTITION, Scenario.DEFAULT_HORIZON);
        RunResult calm = run(FaultPlan.NONE, VirtualTime.MINUTE);

        assertThat(healed.unknowns()).isEmpty();
        assertThat(healed.outcome()).isEqualTo(Outcome.HELD);
        assertThat(calm.outcome()).isEqualTo(Outcome.HELD);
        assertThat(calm.stopReason()).isEqualTo(StopReason.QUIESCENT);
    }

    @Test
    void what_was_not_kept_long_enough_may_still_be_lost() {
        long bound = crashing(Scenario.DEFAULT_HORIZON).bound().total();
        String invariant = "NoLivelock: ";
        String reason = " reached, before the desired state was kept for 30s";

        assertThat(crashing(bound).unknowns()).contains(invariant + "horizon " + VirtualTime.span(bound) + reason);
        assertThat(crashing(bound + VirtualTime.SECOND).unknowns())
                .contains(invariant + "horizon " + VirtualTime.span(bound + VirtualTime.SECOND) + reason);
        assertThat(crashing(bound + 30 * VirtualTime.SECOND).unknowns())
                .singleElement()
                .asString()
                .contains("container box");
    }

    @Test
    void pods_that_fit_nowhere_are_not_waited_for_to_the_bound() {
        ClusterSpec empty = ClusterSpec.DEFAULT.withNodes(0);
        Scenario scenario =
                new Scenario("empty", empty, List.of(CREATE), Map.of(), FaultPlan.NONE, Scenario.DEFAULT_HORIZON);
        RunResult pending = ScenarioRun.of(scenario, 1, ClusterParts.DEFAULT);

        assertThat(pending.unknowns()).singleElement().asString().contains("cannot be placed");
        // The Deployment is said not to come on after ten minutes; the queue of the scheduler takes less than six more.
        assertThat(pending.virtualTime())
                .isBetween(16 * VirtualTime.MINUTE, 18 * VirtualTime.MINUTE)
                .isLessThan(pending.bound().total());
    }

    @Test
    void a_container_that_is_to_end_later_is_waited_for() {
        Command run = new Command(0, List.of("run", "box", "--image=busybox", "--", "sh", "-c", "sleep 700; exit 1"));
        Scenario scenario = new Scenario(
                "box", ClusterSpec.DEFAULT, List.of(run), Map.of(), FaultPlan.NONE, Scenario.DEFAULT_HORIZON);

        assertThat(ScenarioRun.of(scenario, 1, ClusterParts.DEFAULT).virtualTime())
                .isGreaterThan(20 * VirtualTime.MINUTE);
    }

    /** A container that always ends: its pod changes for ever. */
    private static RunResult crashing(long horizon) {
        Command run = new Command(0, List.of("run", "box", "--image=busybox", "--", "sh", "-c", "exit 1"));
        Scenario scenario = new Scenario("box", ClusterSpec.DEFAULT, List.of(run), Map.of(), FaultPlan.NONE, horizon);
        return ScenarioRun.of(scenario, 1, ClusterParts.DEFAULT);
    }

    private static RunResult run(FaultPlan faults, long horizon) {
        return run(List.of(CREATE), faults, "fifo", horizon);
    }

    private static RunResult run(List<Command> timeline, FaultPlan faults, String order, long horizon) {
        Scenario scenario = new Scenario("web", ClusterSpec.DEFAULT, timeline, Map.of(), faults, horizon);
        return ScenarioRun.of(scenario, 1, ClusterParts.DEFAULT.withOrder(order));
    }
}
