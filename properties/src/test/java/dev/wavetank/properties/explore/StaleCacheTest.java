package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.StaleSyncTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A controller whose cache is older than its expectations: kubernetes#129795, and KEP-5647 against it. */
class StaleCacheTest {

    private static final String TEMPLATE =
            "template: {metadata: {labels: {app: web}}, spec: {%s containers: [{name: web, image: nginx}]}}";
    private static final String SELECTED = "selector: {matchLabels: {app: web}}, " + TEMPLATE.formatted("");

    private static final Map<String, String> SPECS = Map.of(
            "apps/v1 ReplicaSet", "{replicas: 3, " + SELECTED + "}",
            "apps/v1 DaemonSet", "{" + SELECTED + "}",
            "v1 ReplicationController", "{replicas: 3, selector: {app: web}, " + TEMPLATE.formatted("") + "}",
            "batch/v1 Job", "{parallelism: 3, completions: 3, " + TEMPLATE.formatted("restartPolicy: Never,") + "}");

    private record Seen(RunResult result, int podsCreated, List<StaleSyncTrace> skipped) {}

    @ParameterizedTest
    @EnumSource(names = {"V1_20", "V1_32", "V1_35"})
    void up_to_v1_35_expectations_expire_and_an_invariant_breaks(KubernetesVersion version) {
        for (int seed = 1; seed <= 5; seed++) {
            Seen seen = run("apps/v1 ReplicaSet", version, seed, Judges.DEFAULT.withStrict(true));

            assertThat(seen.result().broke("NoSurplusPods")).isTrue();
            assertThat(seen.skipped()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "apps/v1 ReplicaSet, replicaset-controller",
        "apps/v1 DaemonSet, daemon-set-controller",
        "v1 ReplicationController, replication-controller",
        "batch/v1 Job, job-controller"
    })
    void since_v1_36_a_controller_waits_for_its_cache_under_the_same_storm(String kind, String controller) {
        for (int seed = 1; seed <= 5; seed++) {
            Seen seen = run(kind, KubernetesVersion.V1_36, seed);

            assertThat(seen.result().violations()).isEmpty();
            assertThat(seen.podsCreated()).isEqualTo(3);
            assertThat(seen.skipped()).extracting(StaleSyncTrace::cache).contains("pods");
            assertThat(seen.skipped()).allSatisfy(skip -> {
                assertThat(skip.controller()).isEqualTo(controller);
                assertThat(skip.read()).isLessThan(skip.wrote());
            });
        }
    }

    @Test
    void a_run_that_is_not_judged_strictly_lists_what_upstream_knows() {
        RunResult run = run("apps/v1 ReplicaSet", KubernetesVersion.V1_35, 1).result();

        assertThat(run.violations()).isEmpty();
        assertThat(run.known()).singleElement().satisfies(finding -> {
            assertThat(finding.behaviour()).isEqualTo(KnownBehaviour.EXPIRED_EXPECTATIONS);
            assertThat(finding.count()).isEqualTo(3);
            assertThat(finding.toString()).startsWith("kubernetes#129795, after five minutes");
        });
    }

    @Test
    void the_pods_of_a_daemon_set_are_made_twice_too_before_v1_36() {
        assertThat(run("apps/v1 DaemonSet", KubernetesVersion.V1_35, 1).podsCreated())
                .isGreaterThan(3);
    }

    /** The pods' watch stalls for longer than expectations last, and then something brings the owner back. */
    private static Seen run(String kind, KubernetesVersion version, long seed) {
        return run(kind, version, seed, Judges.DEFAULT);
    }

    private static Seen run(String kind, KubernetesVersion version, long seed, Judges judges) {
        String[] words = kind.split(" ");
        Scenario scenario = ScenarioCodec.read("stale", """
                timeline:
                - {at: 1s, kubectl: apply -f web.yaml}
                - {at: 330s, kubectl: annotate %s/web touched=yes}
                files:
                  web.yaml: |
                    apiVersion: %s
                    kind: %s
                    metadata: {name: web}
                    spec: %s
                faults:
                - {kind: streamStall, from: kube-controller-manager, verb: watch, object: "pods/*", at: 500ms, for: 400s}
                """.formatted(words[1], words[0], words[1], SPECS.get(kind)));
        ClusterSpec cluster = scenario.cluster();
        List<StaleSyncTrace> skipped = new ArrayList<>();
        List<Pod> created = new ArrayList<>();
        RunResult result = ScenarioRun.of(
                scenario.withCluster(
                        new ClusterSpec(cluster.nodes(), cluster.nodeCapacity(), version, cluster.settings())),
                seed,
                ClusterParts.DEFAULT,
                judges,
                List.of((TraceEntry entry) -> {
                    if (entry.record() instanceof StaleSyncTrace skip) {
                        skipped.add(skip);
                    } else if (entry.record() instanceof StoreTrace change
                            && change.previous() == null
                            && change.object() instanceof Pod pod) {
                        created.add(pod);
                    }
                }));
        return new Seen(result, created.size(), skipped);
    }
}
