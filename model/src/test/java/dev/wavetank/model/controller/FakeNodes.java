package dev.wavetank.model.controller;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.sim.VirtualTime;
import java.util.List;

/** Makes every pod ready soon after it appears, and counts what it sees: in place of a scheduler and kubelets. */
final class FakeNodes {

    private static final long POLL = 50 * VirtualTime.MILLISECOND;

    private final TestCluster cluster;
    private int leastReady = Integer.MAX_VALUE;
    private boolean complete;

    FakeNodes(TestCluster cluster) {
        this.cluster = cluster;
    }

    /** Goes on for so many nanoseconds. */
    void runFor(long nanos) {
        long end = cluster.simulation.now() + nanos;
        while (cluster.simulation.now() < end) {
            cluster.send(new ApiRequest.List(Resources.PODS, "", ApiRequest.Selection.ALL), this::look);
            cluster.runFor(POLL);
        }
    }

    /** The least number of ready pods at any look since ten were ready first. */
    int leastReadyOnceComplete() {
        return leastReady;
    }

    private void look(ApiResponse response) {
        List<KubernetesObject> pods = ((ApiResponse.Many) response).items();
        int ready = 0;
        for (KubernetesObject object : pods) {
            Pod pod = (Pod) object;
            if (pod.isReady()) {
                ready++;
            } else {
                makeReady(pod);
            }
        }
        complete |= ready == 10;
        if (complete) {
            leastReady = Math.min(leastReady, ready);
        }
    }

    private void makeReady(Pod pod) {
        Pod.Status status = PodStatusBuilder.builder()
                .phase("Running")
                .conditions(List.of(new Pod.Condition(
                        "Ready",
                        "True",
                        null,
                        Timestamps.seconds(VirtualTime.calendar(cluster.simulation.now())),
                        null,
                        null)))
                .build();
        cluster.send(
                new ApiRequest.Patch(
                        Resources.PODS,
                        pod.key().namespace(),
                        pod.key().name(),
                        "status",
                        new ApiRequest.Change.PodStatus(pod.withStatus(status))),
                answer -> {});
    }
}
