package dev.wavetank.properties.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.controller.KubernetesController;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No controller of Kubernetes leaves anything undone, wherever in its work it is killed. */
@Tag("slow")
class CrashPointsTest {

    private static final CrashPointTable TABLE = new CrashPointTable();
    private static final CrashPointTable STANDBYS = new CrashPointTable();

    static List<ControllerScenarios> scenarios() {
        return ControllerScenarios.ALL;
    }

    /** But for the controller that copies Endpoints. */
    @Test
    void every_controller_has_a_scenario() {
        List<String> agents =
                scenarios().stream().flatMap(each -> each.agents().stream()).toList();
        List<KubernetesController> missing = Arrays.stream(KubernetesController.values())
                .filter(controller -> !agents.contains(controller.userAgent()))
                .toList();

        assertThat(missing).containsExactly(KubernetesController.ENDPOINT_SLICE_MIRRORING);
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void every_crash_gap_is_closed(ControllerScenarios each) {
        close(each, CrashPoints.of(each.scenario(), 1, ClusterParts.DEFAULT)::crashAll, TABLE);
    }

    /** The leader dies, and is back when the other one has taken its lease over. */
    @ParameterizedTest
    @MethodSource("scenarios")
    void every_crash_gap_is_closed_by_a_standby(ControllerScenarios each) {
        close(each, CrashPoints.of(each.withStandbys(), 1, ClusterParts.DEFAULT)::crashEachKind, STANDBYS);
    }

    private static void close(
            ControllerScenarios each, Function<String, List<CrashPoint>> gaps, CrashPointTable table) {
        assertThat(each.agents()).allSatisfy(agent -> {
            List<CrashPoint> found = gaps.apply(agent);
            table.add(agent, found);
            assertThat(found).as("gaps of " + agent).isNotEmpty().allMatch(CrashPoint::isClosed);
        });
    }

    @AfterAll
    static void print_the_table() {
        System.out.print(TABLE);
        System.out.print("with a standby:\n" + STANDBYS);
    }
}
