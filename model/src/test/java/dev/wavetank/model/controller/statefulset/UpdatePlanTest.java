package dev.wavetank.model.controller.statefulset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.controller.WorkloadRun;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many pods of a StatefulSet a rolling update replaces at a time. */
class UpdatePlanTest {

    private static final String SET = """
            apiVersion: apps/v1
            kind: StatefulSet
            metadata: {name: web, namespace: default}
            spec:
              replicas: 5
              podManagementPolicy: %s
              selector: {matchLabels: {app: web}}
              updateStrategy: {rollingUpdate: {partition: 1, maxUnavailable: %s}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: c, image: "nginx:1"}]}
            """;

    @ParameterizedTest
    @CsvSource({
        "v1.36, OrderedReady, 2,   2",
        "v1.36, Parallel,     2,   2",
        "v1.36, Parallel,     60%, 3",
        "v1.36, Parallel,     19%, 1",
        "v1.36, Parallel,     9,   4",
        "v1.34, Parallel,     2,   1",
    })
    void as_many_pods_go_at_a_time_as_the_version_and_the_bound_permit(
            String version, String management, String bound, int most) {
        String manifest = SET.formatted(management, bound);
        List<Integer> deleting = new ArrayList<>();
        TreeSet<String> now = new TreeSet<>();

        WorkloadRun run = new WorkloadRun(2)
                .as(KubernetesVersion.parse(version))
                .file("web", manifest)
                .file("new", manifest.replace("nginx:1", "nginx:2"))
                .at(0, "apply -f web")
                .at(120, "apply -f new")
                .observe(change -> {
                    note(change, now);
                    deleting.add(now.size());
                });
        run.until(600);

        assertThat(deleting)
                .contains(most)
                .allSatisfy(count -> assertThat(count).isLessThanOrEqualTo(most));
        assertThat(run.pods())
                .filteredOn(pod -> pod.spec().containers().get(0).image().equals("nginx:2"))
                .extracting(pod -> pod.metadata().name())
                .containsExactlyInAnyOrder("web-1", "web-2", "web-3", "web-4");
    }

    private static void note(StoreTrace change, TreeSet<String> deleting) {
        if (!change.resource().equals(Resources.PODS)) {
            return;
        }
        String name = change.object().metadata().name();
        if (change.change() == WatchEvent.Type.DELETED) {
            deleting.remove(name);
        } else if (change.object().metadata().isDeleting()) {
            deleting.add(name);
        }
    }
}
