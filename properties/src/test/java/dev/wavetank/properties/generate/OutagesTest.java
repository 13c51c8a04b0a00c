package dev.wavetank.properties.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.FaultSampler.Intensity;
import dev.wavetank.model.scenario.ModelFault;
import dev.wavetank.model.scenario.PodTarget;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.explore.ScenarioSource;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Outages that are drawn from seeds. */
class OutagesTest {

    private static final int SEEDS = 400;

    private static Scenario scenario(int nodes) {
        Scenario drawn = Scenarios.of(1, KubernetesVersion.DEFAULT);
        ClusterSpec cluster = drawn.cluster();
        return drawn.withCluster(new ClusterSpec(nodes, cluster.nodeCapacity(), cluster.profile(), cluster.settings()));
    }

    private static Set<String> targets(FaultPlan plan) {
        Set<String> targets = new TreeSet<>();
        plan.clauses().forEach(clause -> targets.add(clause.fault().target()));
        return targets;
    }

    @Test
    void several_nodes_of_the_cluster_are_lost_and_come_back_together() {
        Scenario scenario = scenario(5);
        Set<Integer> sizes = new TreeSet<>();
        boolean outlastsToleration = false;
        int outages = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            FaultPlan plan = Outages.with(FaultPlan.NONE, seed, scenario);
            assertThat(Outages.with(FaultPlan.NONE, seed, scenario)).isEqualTo(plan);
            if (plan.isEmpty()) {
                continue;
            }
            outages++;
            sizes.add(plan.size());
            FaultClause first = plan.clauses().get(0);
            outlastsToleration |= first.duration() > 5 * VirtualTime.MINUTE + 40 * VirtualTime.SECOND;
            assertThat(targets(plan)).hasSize(plan.size()).allMatch(node -> node.matches("node-[1-5]"));
            assertThat(plan.clauses())
                    .allMatch(clause ->
                            clause.trigger().equals(first.trigger()) && clause.duration() == first.duration());
        }
        assertThat(outages).isBetween(SEEDS / 6, SEEDS / 3);
        assertThat(sizes).containsExactly(2, 3, 4, 5);
        assertThat(outlastsToleration).isTrue();
    }

    @Test
    void a_cluster_of_one_node_has_none() {
        Scenario scenario = scenario(1);
        for (long seed = 1; seed <= SEEDS; seed++) {
            assertThat(Outages.with(FaultPlan.NONE, seed, scenario).isEmpty()).isTrue();
        }
    }

    @Test
    void half_of_the_outages_come_alone() {
        Scenario scenario = scenario(3);
        FaultClause other =
                FaultClause.at(0, VirtualTime.SECOND, new ModelFault.SandboxExit(new PodTarget("a", "b", 0)));
        int alone = 0;
        int together = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            FaultPlan plan = Outages.with(FaultPlan.of(other), seed, scenario);
            assertThat(plan.isEmpty()).isFalse();
            alone += plan.clauses().contains(other) ? 0 : 1;
            together += plan.clauses().contains(other) && plan.size() > 1 ? 1 : 0;
        }
        assertThat(alone).isBetween(SEEDS / 12, SEEDS / 6);
        assertThat(together).isBetween(SEEDS / 12, SEEDS / 6);
    }

    @Test
    void without_crashes_of_nodes_there_are_no_outages() {
        List<FaultSampler> without = List.of(
                new FaultSampler(Intensity.NONE),
                new FaultSampler(Intensity.HEAVY, List.of("componentCrash")),
                new FaultSampler(Intensity.NONE, List.of("nodeCrash")));
        for (FaultSampler sampler : without) {
            assertThat(crashes(sampler)).isZero();
        }
        assertThat(crashes(new FaultSampler(Intensity.LIGHT, List.of("nodeCrash"))))
                .isGreaterThan(crashes(new FaultSampler(Intensity.LIGHT)));
    }

    private static long crashes(FaultSampler sampler) {
        ScenarioSource source =
                new ScenarioSource.Generated(KubernetesVersion.DEFAULT, UnaryOperator.identity(), sampler);
        long crashes = 0;
        for (long seed = 1; seed <= 40; seed++) {
            crashes += source.forSeed(seed).faults().clauses().stream()
                    .filter(clause -> clause.fault().kind().equals(Outages.KIND))
                    .count();
        }
        return crashes;
    }
}
