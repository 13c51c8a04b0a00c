package dev.wavetank.model.version;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.resource.ResourceTable;
import dev.wavetank.model.controller.BatchRun;
import dev.wavetank.sim.VirtualTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A small cluster of every version does its work. */
class EveryVersionTest {

    private static final String WORKLOAD = """
            apiVersion: %2$s
            kind: Deployment
            metadata: {name: web}
            spec:
              replicas: 2
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: web, image: nginx}]}
            ---
            apiVersion: %2$s
            kind: DaemonSet
            metadata: {name: agent}
            spec:
              selector: {matchLabels: {app: agent}}
              template:
                metadata: {labels: {app: agent}}
                spec: {containers: [{name: agent, image: agent}]}
            ---
            apiVersion: %2$s
            kind: StatefulSet
            metadata: {name: db}
            spec:
              serviceName: db
              replicas: 2
              selector: {matchLabels: {app: db}}
              template:
                metadata: {labels: {app: db}}
                spec: {containers: [{name: db, image: db}]}
            ---
            apiVersion: v1
            kind: Service
            metadata: {name: web}
            spec: {selector: {app: web}, ports: [{port: 80}]}
            ---
            apiVersion: batch/v1
            kind: Job
            metadata: {name: once}
            spec:
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: once, image: busybox, command: [sh, -c, sleep 2]}]
            ---
            apiVersion: %1$s
            kind: CronJob
            metadata: {name: often}
            spec:
              schedule: "* * * * *"
              jobTemplate:
                spec:
                  template:
                    spec:
                      restartPolicy: Never
                      containers: [{name: often, image: busybox, command: [sh, -c, sleep 2]}]
            """;

    @ParameterizedTest
    @EnumSource
    void runs_every_kind_of_workload(KubernetesVersion version) {
        ResourceTable served = ResourceTable.of(version);
        String batch = served.find("batch", "v1", "cronjobs").isPresent() ? "batch/v1" : "batch/v1beta1";
        String apps = served.find("apps", "v1", "deployments").isPresent() ? "apps/v1" : "apps/v1beta2";

        BatchRun run = new BatchRun(version)
                .apply(VirtualTime.SECOND, WORKLOAD.formatted(batch, apps))
                .runFor(130 * VirtualTime.SECOND, 5);

        assertThat(run.errors()).containsExactly("");
        assertThat(running(run, "web-")).isEqualTo(2);
        assertThat(running(run, "agent-")).isEqualTo(3);
        assertThat(running(run, "db-")).isEqualTo(2);
        assertThat(run.changes(Resources.JOBS))
                .anyMatch(change -> change.object().metadata().name().startsWith("often-"));
        assertThat(run.stored(Resources.PODS, Pod.class))
                .filteredOn(pod -> pod.metadata().name().startsWith("once-"))
                .extracting(Pod::phase)
                .containsExactly("Succeeded");
        assertThat(run.changes(Resources.ENDPOINT_SLICES).isEmpty()).isNotEqualTo(version.has(Feature.ENDPOINT_SLICES));
    }

    private static long running(BatchRun run, String prefix) {
        return run.stored(Resources.PODS, Pod.class).stream()
                .filter(pod -> pod.metadata().name().startsWith(prefix) && pod.isReady())
                .count();
    }
}
