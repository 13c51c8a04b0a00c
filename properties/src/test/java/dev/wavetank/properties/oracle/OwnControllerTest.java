package dev.wavetank.properties.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.Trigger;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A controller of a user's own, and how it is found out that it forgets its second write when it is restarted. */
class OwnControllerTest {

    private static final Scenario PAIR = ScenarioCodec.read("pair.yaml", """
            timeline:
            - {at: 1s, kubectl: apply -f shoes.yaml}
            files:
              shoes.yaml: |
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: shoes, labels: {pair: wanted}}
            """);

    @Test
    void a_careful_controller_has_no_open_gap() {
        CrashPoints gaps = CrashPoints.of(PAIR, 1, with(PairController::careful));

        assertThat(gaps.expected().objects())
                .contains("configmaps/default/shoes-left", "configmaps/default/shoes-right");
        assertThat(gaps.writers()).contains(PairController.NAME);
        assertThat(table(gaps.crashAll(PairController.NAME))).isEqualTo("pair-controller | crash gaps 4 of 4\n");
    }

    @Test
    void the_gap_between_two_writes_is_open_when_the_second_is_forgotten() {
        List<CrashPoint> gaps =
                CrashPoints.of(PAIR, 1, with(PairController::forgetful)).crashAll(PairController.NAME);

        assertThat(table(gaps)).isEqualTo("pair-controller | crash gaps 2 of 4\n");
        assertThat(gaps.stream().filter(gap -> !gap.isClosed()).map(CrashPoint::place))
                .containsExactly(
                        "after create configmaps/default/shoes-left, number 1",
                        "before create configmaps/default/shoes-right, number 1");
        assertThat(gaps.get(1).differences())
                .contains("configmaps/default/shoes-right kind: expected 'ConfigMap', was absent");
    }

    @Test
    void a_crash_that_has_healed_shows_it_too() {
        Anchor firstHalf = new Anchor(PairController.NAME, "create", "*", 1);
        FaultPlan crash = FaultPlan.of(new FaultClause(
                new Trigger.After(firstHalf, 0, VirtualTime.MINUTE),
                VirtualTime.SECOND,
                new ComponentFault.Crash("kube-controller-manager")));

        assertThat(MetamorphicOracles.of(PAIR, 1, with(PairController::careful)).afterFaults(crash, 1))
                .hasValue(List.of());
        assertThat(MetamorphicOracles.of(PAIR, 1, with(PairController::forgetful))
                        .afterFaults(crash, 1))
                .hasValueSatisfying(differences -> assertThat(differences).isNotEmpty());
    }

    private static ClusterParts with(Controller.Factory controller) {
        return ClusterParts.DEFAULT.withController("pair", controller);
    }

    private static String table(List<CrashPoint> gaps) {
        CrashPointTable table = new CrashPointTable();
        table.add(PairController.NAME, gaps);
        return table.toString();
    }
}
