package dev.wavetank.properties.aim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.bugs.KnownBugs;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.Judges;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioSource;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class AimedPlansTest {

    private static final Scenario WEB = ScenarioCodec.read("web", """
            timeline:
            - {at: 0s, kubectl: create deployment web --image=nginx --replicas=2}
            """);

    private static final AimedPlans PLANS = AimedPlans.of(WEB, ClusterParts.DEFAULT);

    @Test
    void each_write_is_followed_by_a_crash_preceded_by_old_views_and_lost() {
        List<FaultClause> all = LongStream.rangeClosed(1, PLANS.count())
                .mapToObj(PLANS::forSeed)
                .peek(plan -> assertThat(plan.clauses()).hasSize(1))
                .map(plan -> plan.clauses().get(0))
                .toList();

        assertThat(all).doesNotHaveDuplicates();
        assertThat(new TreeSet<>(
                        all.stream().map(clause -> clause.fault().kind()).toList()))
                .containsExactly("answerLost", "componentCrash", "requestTimeout", "streamStall");
        assertThat(all)
                .anyMatch(clause ->
                        clause.trigger().toString().equals("after create * by replicaset-controller, number 1")
                                && clause.fault().equals(new ComponentFault.Crash("kube-controller-manager")));
        assertThat(all)
                .filteredOn(clause -> clause.fault().kind().equals("streamStall"))
                .extracting(clause -> clause.fault().target())
                .anyMatch(target -> target.startsWith("kube-scheduler -> kube-apiserver watch pods/*"))
                .anyMatch(target -> target.startsWith("kubelet/"))
                .noneMatch(target -> target.contains("leases") || target.contains("events"));
    }

    @Test
    void when_all_had_their_turn_seeds_have_two() {
        FaultPlan later = PLANS.forSeed(PLANS.count() + 1L);

        assertThat(later.clauses())
                .hasSize(2)
                .first()
                .isEqualTo(PLANS.forSeed(1).clauses().get(0));
        assertThat(later).isEqualTo(AimedPlans.of(WEB, ClusterParts.DEFAULT).forSeed(PLANS.count() + 1L));
    }

    @Test
    void every_plan_opens_in_another_run_of_the_scenario() {
        List<String> missed = new ArrayList<>();
        Exploration exploration = aimed(WEB, ClusterParts.DEFAULT);

        List<RunResult> failures = exploration.run(
                1,
                PLANS.count(),
                2,
                run -> missed.addAll(run.result().anchors().unmatched().stream()
                        .map(FaultClause::toString)
                        .toList()));

        assertThat(failures).isEmpty();
        assertThat(missed.size()).as("of %s", PLANS.count()).isLessThan(PLANS.count() / 5);
    }

    @Test
    void a_crash_after_a_write_finds_what_needs_one() {
        Scenario storm = KnownBugs.named("kept-expectations").storm().scenario();
        ClusterParts broken = KnownBugs.named("kept-expectations").putInto(ClusterParts.DEFAULT);

        assertThat(aimed(storm, broken).run(1, 40, 2, run -> {}))
                .singleElement()
                .satisfies(failure ->
                        assertThat(failure.scenario().faults().clauses()).hasSize(1));
    }

    private static Exploration aimed(Scenario scenario, ClusterParts parts) {
        return new Exploration(ScenarioSource.Aimed.at(scenario, parts), parts, 1, Judges.DEFAULT);
    }
}
