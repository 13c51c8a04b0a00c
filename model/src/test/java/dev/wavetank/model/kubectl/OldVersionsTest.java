package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.apiserver.ApiServerParts;
import dev.wavetank.model.apiserver.audit.AuditPolicy;
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
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Manifests are applied under the releases that served their version, and refused under others. */
class OldVersionsTest {

    private static final String TEMPLATE =
            "template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i}]}}";

    private final List<Map<?, ?>> audit = new ArrayList<>();

    private static String spec(String kind) {
        return switch (kind) {
            case "CronJob" ->
                "{schedule: '*/1 * * * *', jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers:"
                        + " [{name: c, image: i}]}}}}}";
            case "HorizontalPodAutoscaler" ->
                "{maxReplicas: 3, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}";
            case "PodDisruptionBudget" -> "{minAvailable: 1, selector: {matchLabels: {app: web}}}";
            case "Job" -> "{template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}";
            case "StatefulSet" -> "{serviceName: web, selector: {matchLabels: {app: web}}, " + TEMPLATE + "}";
            default -> "{selector: {matchLabels: {app: web}}, " + TEMPLATE + "}";
        };
    }

    private static String manifest(String apiVersion, String kind) {
        String body = kind.equals("EndpointSlice")
                ? "addressType: IPv4, endpoints: []"
                : kind.equals("Ingress") && apiVersion.endsWith("beta1")
                        ? "spec: {backend: {serviceName: web, servicePort: 80}}"
                        : kind.equals("Ingress")
                                ? "spec: {defaultBackend: {service: {name: web, port: {number: 80}}}}"
                                : "spec: " + spec(kind);
        return "{apiVersion: " + apiVersion + ", kind: " + kind + ", metadata: {name: web}, " + body + "}";
    }

    @ParameterizedTest
    @CsvSource({
        "batch/v2alpha1, CronJob, none",
        "batch/v1beta1, CronJob, v1.8 v1.20",
        "batch/v1, CronJob, v1.32",
        "batch/v1, Job, v1.8 v1.20 v1.32",
        "autoscaling/v1, HorizontalPodAutoscaler, v1.8 v1.20 v1.32",
        "autoscaling/v2beta1, HorizontalPodAutoscaler, v1.8 v1.20",
        "autoscaling/v2beta2, HorizontalPodAutoscaler, v1.20",
        "autoscaling/v2, HorizontalPodAutoscaler, v1.32",
        "discovery.k8s.io/v1beta1, EndpointSlice, v1.20",
        "discovery.k8s.io/v1, EndpointSlice, v1.32",
        "policy/v1beta1, PodDisruptionBudget, v1.8 v1.20",
        "policy/v1, PodDisruptionBudget, v1.32",
        "networking.k8s.io/v1, Ingress, v1.20 v1.32",
        "networking.k8s.io/v1beta1, Ingress, v1.20",
        "extensions/v1beta1, Ingress, v1.8 v1.20",
        "extensions/v1beta1, Deployment, v1.8",
        "extensions/v1beta1, ReplicaSet, v1.8",
        "extensions/v1beta1, DaemonSet, v1.8",
        "apps/v1beta1, Deployment, v1.8",
        "apps/v1beta1, StatefulSet, v1.8",
        "apps/v1beta2, Deployment, v1.8",
        "apps/v1beta2, ReplicaSet, v1.8",
        "apps/v1beta2, DaemonSet, v1.8",
        "apps/v1beta2, StatefulSet, v1.8",
        "apps/v1, Deployment, v1.20 v1.32",
    })
    void a_manifest_is_applied_where_its_version_was_served(String apiVersion, String kind, String releases) {
        for (KubernetesVersion profile :
                List.of(KubernetesVersion.V1_8, KubernetesVersion.V1_20, KubernetesVersion.V1_32)) {
            boolean served = List.of(releases.split(" ")).contains(profile.toString());
            Map<String, String> files = new LinkedHashMap<>();
            files.put("web.yaml", manifest(apiVersion, kind));
            List<String> lines = outputs(
                    profile,
                    files,
                    "apply -f web.yaml",
                    "apply -f web.yaml",
                    "apply -f web.yaml -o name",
                    "delete -f web.yaml");
            if (served) {
                assertThat(lines).as(profile.toString()).isEqualTo(messages(profile, apiVersion, kind));
            } else {
                assertThat(lines.get(0))
                        .as(profile.toString())
                        .startsWith(
                                profile == KubernetesVersion.V1_32
                                        ? "1 error: resource mapping not found for name: \"web\" namespace: \"\" from"
                                                + " \"web.yaml\": "
                                        : "1 error: unable to recognize \"web.yaml\": ")
                        .contains(": no matches for kind \"" + kind + "\" in version \"" + apiVersion + "\"");
            }
        }
    }

    /** What kubectl of a version prints; before v1.11 it named no groups. */
    private static List<String> messages(KubernetesVersion profile, String apiVersion, String kind) {
        String lower = kind.toLowerCase(Locale.ROOT);
        if (profile == KubernetesVersion.V1_8) {
            String name = "0 " + lower + " \"web\"";
            String plural = lower.endsWith("y")
                    ? lower.substring(0, lower.length() - 1) + "ies"
                    : lower + (lower.endsWith("ss") ? "es" : "s");
            return List.of(name + " created", name + " unchanged", "0 " + plural + "/web", name + " deleted");
        }
        String type = "0 " + lower + "." + apiVersion.substring(0, apiVersion.indexOf('/'));
        return List.of(type + "/web created", type + "/web unchanged", type + "/web", type + " \"web\" deleted");
    }

    /** PR 60210 turned this round. */
    @Test
    void completed_pods_are_shown_when_they_are_asked_for() {
        String commands = """
                - {at: 0s, kubectl: run a --image=busybox --restart=Never -- true}
                - {at: 20s, kubectl: get pods}
                - {at: 21s, kubectl: get pods --show-all --no-headers}
                - {at: 22s, kubectl: get pods a --no-headers}
                - {at: 23s, kubectl: get pods -o name}
                - {at: 24s, kubectl: run b --image=busybox --restart=Never -- sleep 1h}
                - {at: 40s, kubectl: get po --no-headers}
                - {at: 41s, kubectl: get po --no-headers -a}
                """;
        String a = "0 a         0/1       Completed   0         ";
        List<String> old = TypedCommands.outputs(commands + "cluster: {profile: v1.8}\n");
        assertThat(old.get(1)).isEqualTo("0 No resources found, use --show-all to see completed objects.\n");
        assertThat(old.get(2)).startsWith(a);
        assertThat(old.get(3)).startsWith(a);
        assertThat(old.get(4)).contains("/a");
        assertThat(old.get(6)).startsWith("0 b ").hasLineCount(1);
        assertThat(old.get(7)).contains("Completed", "Running").hasLineCount(2);
        List<String> later = TypedCommands.outputs(commands + "cluster: {profile: v1.10}\n");
        assertThat(later.get(1)).contains("Completed");
        assertThat(later.get(2))
                .contains("Flag --show-all has been deprecated, will be removed in an upcoming release\n");
    }

    @Test
    void objects_come_back_in_the_version_that_was_asked_for() {
        Map<String, String> files = new LinkedHashMap<>();
        String scaler = manifest("autoscaling/v1", "HorizontalPodAutoscaler")
                .replace("maxReplicas: 3", "maxReplicas: 3, targetCPUUtilizationPercentage: 50");
        files.put("old.yaml", scaler);
        files.put("more.yaml", scaler.replace("Percentage: 50", "Percentage: 60"));
        List<String> lines = outputs(
                KubernetesVersion.V1_20,
                files,
                "apply -f old.yaml -o json",
                "apply -f more.yaml -o json",
                "delete hpa web");
        assertThat(lines.get(0))
                .contains("\"apiVersion\": \"autoscaling/v1\"", "\"targetCPUUtilizationPercentage\": 50")
                .doesNotContain("\"metrics\":");
        assertThat(lines.get(1)).contains("\"targetCPUUtilizationPercentage\": 60");
        assertThat(lines.get(2)).isEqualTo("0 horizontalpodautoscaler.autoscaling \"web\" deleted");
    }

    @Test
    void a_deployment_of_old_runs_as_its_version_meant() {
        Map<String, String> files = new LinkedHashMap<>();
        files.put(
                "web.yaml",
                manifest("extensions/v1beta1", "Deployment").replace("selector: {matchLabels: {app: web}}, ", ""));
        List<String> lines = outputs(
                KubernetesVersion.V1_8,
                files,
                "apply -f web.yaml",
                "scale deployments.v1beta1.extensions/web --replicas=2",
                "apply -f web.yaml -o json");
        assertThat(lines.subList(0, 2)).containsExactly("0 deployment \"web\" created", "0 deployment \"web\" scaled");
        assertThat(lines.get(2))
                .contains("\"apiVersion\": \"extensions/v1beta1\"", "\"availableReplicas\": 2", "\"maxSurge\": 1")
                .doesNotContain("progressDeadlineSeconds\": 2");
    }

    /** The addresses of the recorded controllers of 1.20. */
    @Test
    void requests_of_components_are_told_in_versions_that_the_release_has() {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("cron.yaml", manifest("batch/v1beta1", "CronJob"));
        files.put("scaler.yaml", manifest("autoscaling/v2beta2", "HorizontalPodAutoscaler"));
        files.put("budget.yaml", manifest("policy/v1beta1", "PodDisruptionBudget"));
        files.put(
                "web.yaml",
                "{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {selector: {app: web}, ports: [{port:"
                        + " 80}]}}");
        outputs(
                KubernetesVersion.V1_20,
                files,
                "apply -f web.yaml -f cron.yaml -f scaler.yaml -f budget.yaml",
                "create deployment web --image=i --replicas=2",
                "delete pod ghost",
                "delete pod ghost",
                "delete pod ghost");
        List<String> paths = audit.stream()
                .map(event -> event.get("verb") + " " + event.get("requestURI"))
                .toList();
        assertThat(paths)
                .contains(
                        "create /apis/discovery.k8s.io/v1beta1/namespaces/default/endpointslices",
                        "update /apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers/web/status",
                        "update /apis/policy/v1beta1/namespaces/default/poddisruptionbudgets/web/status")
                .noneMatch(path -> path.contains("/batch/v1/cronjobs")
                        || path.contains("/autoscaling/v2/")
                        || path.contains("/policy/v1/")
                        || path.contains("/discovery.k8s.io/v1/"));
        Map<?, ?> slice = audit.stream()
                .filter(event -> "create".equals(event.get("verb"))
                        && event.get("requestURI").toString().endsWith("/default/endpointslices"))
                .findFirst()
                .orElseThrow();
        for (String body : List.of("requestObject", "responseObject")) {
            assertThat(((Map<?, ?>) slice.get(body)).get("apiVersion")).isEqualTo("discovery.k8s.io/v1beta1");
        }
        assertThat(((Map<?, ?>) slice.get("objectRef")).get("apiVersion")).isEqualTo("v1beta1");
    }

    private List<String> outputs(KubernetesVersion profile, Map<String, String> files, String... lines) {
        List<Command> timeline = new ArrayList<>();
        for (int i = 0; i < lines.length; i++) {
            timeline.add(new Command((i + 1) * 5 * VirtualTime.SECOND, List.of(lines[i].split(" "))));
        }
        long end = (lines.length + 2) * 5 * VirtualTime.SECOND;
        ClusterSpec cluster =
                new ClusterSpec(3, new TreeMap<>(ClusterSpec.DEFAULT.nodeCapacity()), profile, new TreeMap<>());
        Scenario scenario = new Scenario("old versions", cluster, timeline, files, FaultPlan.NONE, end);
        ApiServerParts parts = ApiServerParts.NONE.withAudit(AuditPolicy.EVERYTHING, audit::add);
        Cluster run = Cluster.of(scenario, 1, ClusterParts.DEFAULT.withApiServer(parts));
        run.run(RunLimits.until(end));
        return run.commandResults().stream().map(OldVersionsTest::line).toList();
    }

    private static String line(CommandResult result) {
        return (result.exitCode() + " " + result.stdout() + result.stderr()).strip();
    }

    @Test
    void v1_8_prints_wide_columns_and_the_events_of_its_time() {
        List<String> lines = outputs(
                KubernetesVersion.V1_8,
                new LinkedHashMap<>(),
                "run web --image=nginx --generator=run-pod/v1",
                "get pods",
                "get events",
                "delete pod web",
                "get events");
        assertThat(lines.get(1)).startsWith("0 NAME      READY     STATUS");
        assertThat(lines.get(2))
                .startsWith("0 LASTSEEN   FIRSTSEEN   COUNT     NAME")
                .contains("   Successfully assigned web to node-", "   pulling image \"nginx\"\n");
        assertThat(lines.get(4))
                .contains(
                        "   Successfully pulled image \"nginx\"\n",
                        "   Created container\n",
                        "   Started container\n",
                        "   Killing container with id docker://web:Need to kill Pod");
    }
}
