package dev.wavetank.model.controller;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.sim.VirtualTime;
import java.util.List;

/** Tells once that a pod has failed, without conditions, as the kubelet of 1.20 does that evicts it. */
final class PodFailure implements Controller {

    private final ControllerEnvironment environment;
    private final int second;
    private final String prefix;
    private final Informer<Pod> pods;

    PodFailure(ControllerEnvironment environment, int second, String prefix) {
        this.environment = environment;
        this.second = second;
        this.prefix = prefix;
        this.pods = environment.informer(Resources.PODS, Pod.class);
    }

    @Override
    public void start() {
        environment.context().after(second * VirtualTime.SECOND, this::fail);
    }

    private void fail() {
        Pod pod = pods.all().stream()
                .filter(known -> known.metadata().name().startsWith(prefix))
                .findFirst()
                .orElseThrow();
        Pod failed = pod.withStatus(
                pod.status().withPhase("Failed").withReason("Evicted").withConditions(List.of()));
        environment
                .client("evictor")
                .send(new ApiRequest.Patch(
                        Resources.PODS,
                        pod.key().namespace(),
                        pod.key().name(),
                        "status",
                        new ApiRequest.Change.PodStatus(failed)))
                .whenDone(answer -> {});
    }
}
