package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterBlueprint;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.liveness.Outcome;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What has to be true of a cluster at rest is judged between two commands, too. */
class RestBetweenCommandsTest {

    private final List<Long> times = new ArrayList<>();
    private boolean breaks;

    private final class Resting implements Invariant {

        @Override
        public String name() {
            return "Resting";
        }

        @Override
        public String statement() {
            return "The cluster is never at rest.";
        }

        @Override
        public void observe(TraceEntry entry, Outcomes outcomes) {}

        @Override
        public void atRest(long now, Outcomes outcomes) {
            times.add(now / VirtualTime.SECOND);
            outcomes.unknown(this, "who knows");
            if (breaks) {
                outcomes.broken(this, "cluster", "is at rest");
            }
        }
    }

    @Test
    void a_cluster_at_rest_is_judged_before_each_command_and_in_the_end() {
        RunResult run = run(FaultPlan.NONE);

        // The third command comes while the second is at work.
        assertThat(times).hasSize(4).startsWith(0L, 60L, 120L);
        assertThat(run.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(run.unknowns()).containsExactly("Resting: who knows");
    }

    @Test
    void it_is_not_once_a_fault_has_begun() {
        ComponentFault.Crash crash = new ComponentFault.Crash("kube-scheduler");
        run(FaultPlan.of(FaultClause.at(70 * VirtualTime.SECOND, VirtualTime.SECOND, crash)));

        assertThat(times).hasSize(3).startsWith(0L, 60L);
    }

    @Test
    void what_is_broken_ends_the_run_there() {
        breaks = true;
        RunResult run = run(FaultPlan.NONE);

        assertThat(run.violations())
                .singleElement()
                .satisfies(broken -> assertThat(broken.at()).isZero());
        assertThat(run.virtualTime()).isLessThan(VirtualTime.SECOND);
    }

    private RunResult run(FaultPlan faults) {
        List<Command> timeline = List.of(
                command(0, "create", "deployment", "web", "--image=nginx", "--replicas=3"),
                command(60_000, "scale", "deployment/web", "--replicas=5"),
                command(60_100, "scale", "deployment/web", "--replicas=4"),
                command(120_000, "scale", "deployment/web", "--replicas=1"));
        Scenario scenario =
                new Scenario("web", ClusterSpec.DEFAULT, timeline, Map.of(), faults, Scenario.DEFAULT_HORIZON);
        ClusterBlueprint blueprint = ClusterBlueprint.of(scenario, ClusterParts.DEFAULT);
        return ScenarioRun.of(blueprint, scenario, 1, Judges.DEFAULT.with(Resting::new), List.of());
    }

    private static Command command(long millis, String... words) {
        return new Command(millis * VirtualTime.MILLISECOND, List.of(words));
    }
}
