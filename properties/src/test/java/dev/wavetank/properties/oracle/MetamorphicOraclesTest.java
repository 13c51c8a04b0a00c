package dev.wavetank.properties.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.bugs.KnownBugs;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the cluster comes to depends on what is asked of it, and on nothing else. */
@Tag("slow")
class MetamorphicOraclesTest {

    private static final List<String> ORDERS = List.of("shuffle", "walk", "pct:3");
    private static final int SEEDS_PER_ORDER = 1;
    private static final int FAULT_PLANS = 4;

    private static final Map<String, MetamorphicOracles> ORACLES = new TreeMap<>();

    static List<ControllerScenarios> scenarios() {
        return ControllerScenarios.ALL;
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void nothing_is_written_at_rest_and_nothing_changes_by_a_cold_restart(ControllerScenarios each) {
        MetamorphicOracles oracles = of(each);

        assertThat(oracles.writesAtRest()).isEmpty();
        assertThat(oracles.coldRestart()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void the_order_of_simultaneous_events_does_not_matter(ControllerScenarios each) {
        MetamorphicOracles oracles = of(each);

        for (String order : ORDERS) {
            for (int seed = 1; seed <= SEEDS_PER_ORDER; seed++) {
                assertThat(oracles.inOrder(order, seed))
                        .as(order + ", seed " + seed)
                        .isEmpty();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void faults_that_have_healed_do_not_matter(ControllerScenarios each) {
        MetamorphicOracles oracles = of(each);
        List<List<String>> comparable = new ArrayList<>();

        for (int seed = 1; seed <= FAULT_PLANS; seed++) {
            Optional<List<String>> differences = oracles.afterFaults(
                    FaultSampler.sample(oracles.scenario(), seed, FaultSampler.Intensity.LIGHT), seed);
            differences.ifPresent(comparable::add);
            assertThat(differences.orElse(List.of())).as("seed " + seed).isEmpty();
        }
        assertThat(comparable).hasSizeGreaterThan(FAULT_PLANS / 2);
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void with_others_that_stand_by_it_does_not_matter_either(ControllerScenarios each) {
        MetamorphicOracles oracles = MetamorphicOracles.of(each.withStandbys(), 1, ClusterParts.DEFAULT);

        assertThat(of(each).expected().differences(oracles.expected())).isEmpty();
        assertThat(oracles.coldRestart()).isEmpty();
        for (int seed = 1; seed <= FAULT_PLANS / 2; seed++) {
            FaultPlan faults = FaultSampler.sample(oracles.scenario(), seed, FaultSampler.Intensity.LIGHT);
            assertThat(oracles.afterFaults(faults, seed).orElse(List.of()))
                    .as("seed " + seed)
                    .isEmpty();
        }
    }

    /** The run in which nothing goes wrong is the same for all tests. */
    private static MetamorphicOracles of(ControllerScenarios each) {
        return ORACLES.computeIfAbsent(
                each.file(), missing -> MetamorphicOracles.of(each.scenario(), 1, ClusterParts.DEFAULT));
    }

    /** The seed once found a second token: the account was seen to name the first one before that was seen itself. */
    @Test
    void an_account_gets_one_token_whichever_of_the_two_is_seen_first() {
        assertThat(of(ControllerScenarios.named("accounts")).inOrder("walk", 20))
                .isEmpty();
    }

    @Test
    void two_controllers_that_fight_write_at_rest() {
        ClusterSpec usual = ClusterSpec.DEFAULT;
        // A slow fight shows as much as a fast one, in less time.
        ClusterSpec slow = new ClusterSpec(
                usual.nodes(),
                usual.nodeCapacity(),
                usual.profile(),
                Map.of("kube-controller-manager.kube-api-qps", "1"));
        Scenario scenario =
                Scenario.ofCommand(slow, List.of("create", "deployment", "web", "--image=nginx", "--replicas=3"));
        ClusterParts parts = KnownBugs.named("fighting-scalers").putInto(ClusterParts.DEFAULT);

        assertThat(MetamorphicOracles.of(scenario, 1, parts).writesAtRest())
                .isNotEmpty()
                .allMatch(write -> write.contains("still writes"));
    }
}
