package dev.wavetank.model.kubectl.describe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Describing what is in the whole simulated cluster, in versions old and new. */
class DescribeClusterTest {

    private static final int SETUP = 5;

    private static Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        files.put(
                "service.yaml",
                "{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {selector: {side: front}, ports: [{port:"
                        + " 80}]}}");
        files.put(
                "job.yaml",
                "{apiVersion: batch/v1, kind: Job, metadata: {name: once}, spec: {template: {spec: {restartPolicy: Never,"
                        + " containers: [{name: once, image: i}]}}}}");
        files.put(
                "scaler.yaml",
                "{apiVersion: autoscaling/v1, kind: HorizontalPodAutoscaler, metadata: {name: web}, spec:"
                        + " {maxReplicas: 3, targetCPUUtilizationPercentage: 50, scaleTargetRef: {apiVersion: v1, kind:"
                        + " ReplicationController, name: web}}}");
        files.put(
                "controller.yaml",
                "{apiVersion: v1, kind: ReplicationController, metadata: {name: web}, spec: {replicas: 2, selector:"
                        + " {side: front}, template: {metadata: {labels: {side: front}}, spec: {containers: [{name: c,"
                        + " image: i}]}}}}");
        return files;
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.8", "v1.16", "v1.20", "v1.32", "v1.35"})
    void everything_is_described_by_its_own_fields_and_what_belongs_to_it(String version) {
        List<String> texts = texts(
                version,
                "describe rc web",
                "describe pods web-",
                "describe node node-1",
                "describe ns default",
                "describe svc/web",
                "describe hpa",
                "describe job once",
                "describe quota",
                "describe sa default",
                "describe events web-");

        assertThat(texts.get(0))
                .startsWith("0 Name:         web\n")
                .contains("Pods Status:  2 Running / 0 Waiting / 0 Succeeded / 0 Failed\n")
                .contains("  Normal  SuccessfulCreate  ");
        assertThat(texts.get(1)).contains("Controlled By:", "  Normal  Scheduled  ");
        assertThat(texts.get(2)).contains("PodCIDR:", "(1 in total)\n", "web-");
        assertThat(texts.get(3)).contains("Status:       Active\n", "Resource Quotas", "q\n", "pods");
        assertThat(texts.get(4)).containsPattern("Endpoints: +10\\.0\\.\\d\\.\\d:80,10\\.0\\.\\d\\.\\d:80\n");
        assertThat(texts.get(5))
                .containsPattern("Reference: +ReplicationController/web\n")
                .contains("50%");
        assertThat(texts.get(6)).contains("job-name=once", " Succeeded / 0 Failed\n");
        assertThat(texts.get(7)).contains("pods        2     5\n");
        assertThat(texts.get(8)).contains("Tokens:              ");
        assertThat(texts.get(9)).contains("Reason:", "Scheduled\n", "Involved Object:\n");
        assertThat(texts).allMatch(text -> text.startsWith("0 "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.8", "v1.32"})
    void what_is_missing_may_be_the_whole_namespace(String version) {
        List<String> texts = texts(
                version,
                "describe pod nope",
                "describe pod nope -n none",
                "describe pods -n none",
                "describe pod/nope");

        assertThat(texts)
                .containsExactly(
                        "1 Error from server (NotFound): pods \"nope\" not found",
                        "1 Error from server (NotFound): namespaces \"none\" not found",
                        version.equals("v1.8") ? "0 No resources found." : "0 No resources found in none namespace.",
                        "1 Error from server (NotFound): pods \"nope\" not found");
    }

    private static List<String> texts(String version, String... lines) {
        List<String> all = new ArrayList<>(List.of(
                "apply -f controller.yaml",
                "apply -f service.yaml",
                "apply -f scaler.yaml",
                "apply -f job.yaml",
                "create quota q --hard=pods=5"));
        all.addAll(List.of(lines));
        return results(KubernetesVersion.parse(version), files(), all.toArray(String[]::new)).stream()
                .skip(SETUP)
                .map(result -> (result.exitCode() + " " + result.stdout() + result.stderr()).stripTrailing())
                .map(text -> text.contains("\n") ? text + "\n" : text)
                .toList();
    }

    private static List<CommandResult> results(KubernetesVersion version, Map<String, String> files, String... lines) {
        List<Command> timeline = new ArrayList<>();
        for (int i = 0; i < lines.length; i++) {
            timeline.add(new Command((i < SETUP ? i + 1 : i + 30) * VirtualTime.SECOND, List.of(lines[i].split(" "))));
        }
        long end = (lines.length + 40) * VirtualTime.SECOND;
        ClusterSpec spec = new ClusterSpec(3, ClusterSpec.DEFAULT.nodeCapacity(), version, new TreeMap<>());
        Scenario scenario = new Scenario("describe", spec, timeline, files, FaultPlan.NONE, end);
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(end));
        assertThat(cluster.commandResults()).hasSize(lines.length);
        return cluster.commandResults();
    }
}
