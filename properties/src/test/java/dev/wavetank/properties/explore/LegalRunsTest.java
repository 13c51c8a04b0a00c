package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.apiserver.admission.webhook.AdmissionReview;
import dev.wavetank.model.apiserver.admission.webhook.WebhookServer;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.FaultSampler.Intensity;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.random.Distribution;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What Kubernetes permits breaks no invariant: clusters that are slow or refuse something, and workloads that are
 * unusual, are late or never as wanted, and that is no violation. To add one: a scenario, or a line of settings.txt,
 * among the test resources.
 */
@Tag("slow")
class LegalRunsTest {

    private static final Path LEGAL = Path.of("src/test/resources/dev/wavetank/properties/legal");
    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final long SEED = 1;

    static List<Path> scenarios() throws IOException {
        try (Stream<Path> files = Files.list(LEGAL)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    static List<String> settings() throws IOException {
        return Files.readAllLines(LEGAL.resolve("settings.txt"), StandardCharsets.UTF_8).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void unusual_workloads_break_nothing_whatever_goes_wrong(Path file) throws IOException {
        for (Intensity faults : Intensity.values()) {
            assertThat(violations(read(file), ClusterParts.DEFAULT, faults)).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void slow_and_large_and_old_clusters_break_nothing(String settings) throws IOException {
        for (String example : List.of("storm.yaml", "web.yaml")) {
            Scenario scenario = with(read(EXAMPLES.resolve(example)), settings);
            assertThat(violations(scenario, ClusterParts.DEFAULT, Intensity.NONE))
                    .isEmpty();
            assertThat(violations(scenario, ClusterParts.DEFAULT, Intensity.HEAVY))
                    .isEmpty();
        }
    }

    /** The answer comes a second before the server gives up. */
    @ParameterizedTest
    @EnumSource(Intensity.class)
    void a_webhook_that_takes_its_time_breaks_nothing(Intensity faults) {
        Scenario scenario = ScenarioCodec.read("slow-webhook", """
                timeline:
                - {at: 0s, kubectl: apply -f webhook.yaml}
                - {at: 20s, kubectl: create deployment web --image=nginx --replicas=3}
                - {at: 2m, kubectl: scale deployment/web --replicas=5}
                files:
                  webhook.yaml: |
                    apiVersion: admissionregistration.k8s.io/v1
                    kind: ValidatingWebhookConfiguration
                    metadata: {name: names}
                    webhooks:
                    - name: names.example.com
                      sideEffects: None
                      timeoutSeconds: 8
                      admissionReviewVersions: [v1]
                      clientConfig: {service: {namespace: infra, name: names, path: /names}}
                      rules:
                      - {operations: ["*"], apiGroups: ["", apps], apiVersions: [v1], resources: ["*"]}
                """);
        ClusterParts.Webhook slow = new ClusterParts.Webhook(
                review -> AdmissionReview.Answer.ALLOWED, new Distribution.Constant(7 * VirtualTime.SECOND));
        ClusterParts parts = ClusterParts.DEFAULT.withWebhook(WebhookServer.ofService("infra", "names"), slow);

        assertThat(violations(scenario, parts, faults)).isEmpty();
    }

    @Test
    void the_list_is_read() throws IOException {
        assertThat(scenarios()).hasSizeGreaterThan(30);
        assertThat(settings()).hasSizeGreaterThan(25);
    }

    private static Scenario read(Path file) throws IOException {
        return ScenarioCodec.read(String.valueOf(file.getFileName()), Files.readString(file, StandardCharsets.UTF_8));
    }

    private static Scenario with(Scenario scenario, String line) {
        ClusterSpec cluster = scenario.cluster();
        int nodes = cluster.nodes();
        KubernetesVersion profile = cluster.profile();
        Map<String, String> settings = new TreeMap<>(cluster.settings());
        for (String setting : line.split(" ")) {
            String[] parts = setting.split("=", 2);
            switch (parts[0]) {
                case "nodes" -> nodes = Integer.parseInt(parts[1]);
                case "profile" -> profile = KubernetesVersion.parse(parts[1]);
                default -> settings.put(parts[0], parts[1]);
            }
        }
        return scenario.withFaults(FaultPlan.NONE)
                .withCluster(new ClusterSpec(nodes, cluster.nodeCapacity(), profile, settings));
    }

    /** What was broken, with the seed. */
    private static List<String> violations(Scenario scenario, ClusterParts parts, Intensity faults) {
        Exploration exploration = new Exploration(scenario, parts.withOrder("portfolio"), new FaultSampler(faults), 1);
        List<String> broken = new ArrayList<>();
        for (RunResult failure : exploration.run(SEED, 1, 1, run -> {})) {
            broken.add("seed " + failure.seed() + ", faults " + faults + ": " + failure.violations());
        }
        return broken;
    }
}
