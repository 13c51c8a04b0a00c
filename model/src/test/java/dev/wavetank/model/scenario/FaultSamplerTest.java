package dev.wavetank.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.scenario.FaultSampler.Intensity;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.swarm.Swarm;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class FaultSamplerTest {

    private static final int SEEDS = 1000;

    /** Kinds that plans have only when somebody names them: what they leave behind does not heal. */
    private static final List<String> WHEN_NAMED = List.of(
            "addressExhaustion",
            "attachStuck",
            "etcdCompaction",
            "etcdRestore",
            "etcdSpaceAlarm",
            "nodeShutdown",
            "oomKill",
            "pluginDelay",
            "pluginKill",
            "pluginLoss",
            "teardownLoss",
            "watchExpiry");

    @Test
    void every_kind_is_drawn_for_some_seed() {
        Set<String> drawn = new TreeSet<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            plan(ClusterSpec.DEFAULT, seed)
                    .clauses()
                    .forEach(clause -> drawn.add(clause.fault().kind()));
        }

        Set<String> expected = new TreeSet<>(FaultSampler.allKinds());
        expected.remove("etcdDiskLoss");
        expected.removeAll(WHEN_NAMED);
        assertThat(drawn).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void disks_are_lost_in_groups_only_and_drastic_kinds_are_drawn_when_they_are_named() {
        ClusterSpec group = new ClusterSpec(
                3,
                ClusterSpec.DEFAULT.nodeCapacity(),
                KubernetesVersion.V1_32,
                new TreeMap<>(Map.of("etcd.members", "3")));
        Set<String> drawn = new TreeSet<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            plan(group, seed).clauses().forEach(clause -> {
                TargetCheck.checkAll(group, clause, List.of());
                drawn.add(clause.fault().kind());
            });
        }
        assertThat(drawn).contains("etcdDiskLoss").doesNotContainAnyElementsOf(WHEN_NAMED);

        FaultSampler named = new FaultSampler(Intensity.HEAVY, WHEN_NAMED);
        drawn.clear();
        for (long seed = 1; seed <= 50; seed++) {
            named.draw(scenario(group), seed)
                    .plan()
                    .clauses()
                    .forEach(clause -> drawn.add(clause.fault().kind()));
        }
        assertThat(drawn).containsExactlyElementsOf(WHEN_NAMED);
    }

    @Test
    void every_fault_hits_what_the_cluster_has() {
        for (int nodes : List.of(0, 1, 5)) {
            ClusterSpec cluster = ClusterSpec.ofNodes(nodes);
            for (long seed = 1; seed <= SEEDS; seed++) {
                for (FaultClause clause : plan(cluster, seed).clauses()) {
                    assertThatCode(() -> TargetCheck.checkAll(cluster, clause, List.of()))
                            .doesNotThrowAnyException();
                }
            }
        }
    }

    @Test
    void all_have_healed_within_two_minutes() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            assertThat(plan(ClusterSpec.DEFAULT, seed).healedBy()).isLessThan(120_000_000_000L);
        }
    }

    @Test
    void a_light_plan_is_small_and_none_is_empty() {
        for (long seed = 1; seed <= 100; seed++) {
            assertThat(FaultSampler.sample(scenario(ClusterSpec.DEFAULT), seed, Intensity.LIGHT)
                            .size())
                    .isLessThanOrEqualTo(3);
            assertThat(FaultSampler.sample(scenario(ClusterSpec.DEFAULT), seed, Intensity.NONE))
                    .isEqualTo(FaultPlan.NONE);
        }
    }

    @Test
    void only_the_kinds_that_are_allowed_are_drawn() {
        FaultSampler sampler = new FaultSampler(Intensity.HEAVY, List.of("answerLost", "streamStall"));
        Set<String> drawn = new TreeSet<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            Swarm.Drawn one = sampler.draw(scenario(ClusterSpec.DEFAULT), seed);
            one.plan().clauses().forEach(clause -> drawn.add(clause.fault().kind()));
        }

        assertThat(drawn).containsExactly("answerLost", "streamStall");
    }

    @Test
    void a_kind_that_there_is_not_is_refused() {
        assertThatThrownBy(() -> new FaultSampler(Intensity.LIGHT, List.of("flood")))
                .hasMessageStartingWith("no such kind of fault 'flood': use componentCrash, ");
    }

    private static FaultPlan plan(ClusterSpec cluster, long seed) {
        return FaultSampler.sample(scenario(cluster), seed, Intensity.HEAVY);
    }

    private static Scenario scenario(ClusterSpec cluster) {
        return Scenario.ofCommand(cluster, List.of("create", "deployment", "web", "--image=nginx"));
    }

    @Test
    void single_requests_of_ones_own_controller_are_hit_when_it_is_named() {
        FaultSampler aiming = new FaultSampler(Intensity.HEAVY, List.of("answerLost")).aimingAt("boat-controller");
        long hits = 0;
        long others = 0;
        for (long seed = 1; seed <= 200; seed++) {
            for (FaultClause clause :
                    aiming.draw(scenario(ClusterSpec.DEFAULT), seed).plan().clauses()) {
                if (clause.fault().actors().contains("boat-controller")) {
                    hits++;
                } else {
                    others++;
                }
            }
        }
        assertThat(hits).isGreaterThan(100);
        assertThat(others).isGreaterThan(100);
    }
}
