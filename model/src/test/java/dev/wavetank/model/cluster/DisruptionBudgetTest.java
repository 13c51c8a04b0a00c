package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Budgets of a Deployment with four replicas. */
class DisruptionBudgetTest {

    private final List<Map<?, ?>> statuses = new ArrayList<>();
    private final List<String> told = new ArrayList<>();

    private Map<?, ?> statusOf(String spec, KubernetesVersion profile, String faults, long seconds) {
        ClusterSpec cluster = new ClusterSpec(3, new TreeMap<>(ClusterSpec.DEFAULT.nodeCapacity()), profile, Map.of());
        Map<String, String> files = new LinkedHashMap<>();
        files.put(
                "budget.yaml",
                "{apiVersion: policy/" + (profile == KubernetesVersion.V1_32 ? "v1" : "v1beta1")
                        + ", kind: PodDisruptionBudget, metadata: {name: web}, spec: " + spec + "}");
        files.put(
                "bare.yaml",
                "{apiVersion: v1, kind: Pod, metadata: {name: bare, labels: {app: bare}}, spec: {containers: [{name: c,"
                        + " image: nginx}]}}");
        List<Command> timeline = List.of(
                new Command(0, List.of("create", "deployment", "web", "--image=nginx", "--replicas=4")),
                new Command(0, List.of("apply", "-f", "bare.yaml")),
                new Command(30 * VirtualTime.SECOND, List.of("apply", "-f", "budget.yaml")));
        Scenario scenario = new Scenario(
                "budget",
                cluster,
                timeline,
                files,
                ScenarioCodec.readPlan("plan.yaml", faults, cluster),
                VirtualTime.HOUR);
        Cluster run = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        run.simulation().trace().addSink(this::observe);
        run.run(RunLimits.until(seconds * VirtualTime.SECOND));
        return statuses.get(statuses.size() - 1);
    }

    private void observe(TraceEntry entry) {
        if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof PodDisruptionBudget budget) {
                statuses.add(JsonFields.map(new ObjectCodec().encode(budget), "status"));
            } else if (change.object() instanceof ApiEvent event
                    && (event.involvedObject().kind().equals("PodDisruptionBudget")
                            || event.reason().equals("MultiplePodDisruptionBudgets"))) {
                told.add(event.type() + " " + event.reason() + " " + event.message());
            }
        }
    }

    private static List<Object> numbers(Map<?, ?> status) {
        return List.of(
                number(status, "expectedPods"),
                number(status, "desiredHealthy"),
                number(status, "currentHealthy"),
                number(status, "disruptionsAllowed"));
    }

    private static Object number(Map<?, ?> status, String field) {
        return ((Number) status.get(field)).intValue();
    }

    private static Map<?, ?> condition(Map<?, ?> status) {
        return (Map<?, ?>) ((List<?>) status.get("conditions")).get(0);
    }

    @Test
    void a_number_of_pods_that_have_to_stay_leaves_the_others_to_be_evicted() {
        Map<?, ?> status = statusOf(
                "{minAvailable: 3, selector: {matchLabels: {app: web}}}", KubernetesVersion.V1_32, "faults: []", 60);

        assertThat(numbers(status)).containsExactly(4, 3, 4, 1);
        assertThat(condition(status).get("type")).isEqualTo("DisruptionAllowed");
        assertThat(condition(status).get("status")).isEqualTo("True");
        assertThat(condition(status).get("reason")).isEqualTo("SufficientPods");
        assertThat(told).isEmpty();
    }

    @Test
    void percentages_are_of_what_the_deployment_wants_and_rounded_up() {
        Map<?, ?> status = statusOf(
                "{maxUnavailable: 30%, selector: {matchLabels: {app: web}}}",
                KubernetesVersion.V1_32, "faults: []", 60);

        assertThat(numbers(status)).containsExactly(4, 2, 4, 2);
    }

    @Test
    void budgets_had_no_conditions_up_to_1_20() {
        Map<?, ?> status = statusOf(
                "{minAvailable: 50%, selector: {matchLabels: {app: web}}}", KubernetesVersion.V1_20, "faults: []", 60);

        assertThat(numbers(status)).containsExactly(4, 2, 4, 2);
        assertThat(status.containsKey("conditions")).isFalse();
    }

    @Test
    void pods_without_a_controller_cannot_be_counted_by_percentage() {
        Map<?, ?> status = statusOf(
                "{minAvailable: 50%, selector: {matchLabels: {app: bare}}}", KubernetesVersion.V1_20, "faults: []", 60);

        assertThat(number(status, "disruptionsAllowed")).isEqualTo(0);
        assertThat(told)
                .containsExactlyInAnyOrder(
                        "Warning NoControllerRef found no controller ref for pod \"bare\"",
                        "Warning CalculateExpectedPodCountFailed Failed to calculate the number of expected pods: found"
                                + " no controller ref for pod \"bare\"");
    }

    @Test
    void of_two_budgets_for_a_pod_one_is_chosen_and_the_pod_is_told() {
        String second = "{minAvailable: 3, selector: {matchLabels: {app: bare}}}}\n---\n"
                + "{apiVersion: policy/v1beta1, kind: PodDisruptionBudget, metadata: {name: other},"
                + " spec: {minAvailable: 1, selector: {matchLabels: {app: bare}}}";
        StringBuilder silence = new StringBuilder("faults:\n");
        for (int node = 1; node <= 3; node++) {
            silence.append("- {kind: nodeCrash, node: node-" + node + ", at: 40s, for: 100s}\n");
        }
        statusOf(second, KubernetesVersion.V1_20, silence.toString(), 120);

        assertThat(told)
                .contains("Warning MultiplePodDisruptionBudgets Pod \"default\"/\"bare\" matches multiple"
                        + " PodDisruptionBudgets.  Chose \"other\" arbitrarily.");
    }

    @Test
    void a_budget_of_no_pods_permits_nothing_and_says_so() {
        Map<?, ?> status = statusOf(
                "{minAvailable: 1, selector: {matchLabels: {app: nobody}}}", KubernetesVersion.V1_32, "faults: []", 60);

        assertThat(numbers(status)).containsExactly(0, 1, 0, 0);
        assertThat(condition(status).get("reason")).isEqualTo("InsufficientPods");
        assertThat(told).isNotEmpty().containsOnly("Normal NoPods No matching pods found");
    }

    @Test
    void pods_of_a_silent_node_are_not_healthy() {
        Map<?, ?> status = statusOf(
                "{minAvailable: 3, selector: {matchLabels: {app: web}}}",
                KubernetesVersion.V1_20,
                "faults:\n- {kind: nodeCrash, node: node-3, at: 60s, for: 500s}\n",
                130);

        assertThat((Integer) number(status, "currentHealthy")).isLessThan(4);
        assertThat(number(status, "disruptionsAllowed")).isEqualTo(0);
    }

    @Test
    void a_controller_manager_that_was_killed_counts_again() {
        Map<?, ?> status = statusOf(
                "{minAvailable: 3, selector: {matchLabels: {app: web}}}",
                KubernetesVersion.V1_32,
                "faults:\n- {kind: componentCrash, component: kube-controller-manager, at: 30s, for: 30s}\n",
                120);

        assertThat(numbers(status)).containsExactly(4, 3, 4, 1);
    }
}
