package dev.wavetank.model.traffic;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Opens the readiness gate of pods behind load balancers when these send to them, as the controllers of clouds do
 * (Kubernetes enhancement 580, "Pod Ready++"): a pod is ready only then, and a rolling update waits for it.
 */
final class TargetHealth {

    private static final long RETRY = VirtualTime.SECOND;

    private final Context context;
    private final ApiClient client;
    private final Informer<Service> services;
    private final Informer<Pod> pods;
    private final String gate;
    private final long latency;
    /** The uids of the pods that a balancer is being told of. */
    private final Set<String> busy = new TreeSet<>();

    /**
     * One that has not started.
     *
     * @param gate type of the condition that pods name in their {@code readinessGates}
     * @param latency how long a balancer takes until it sends to a pod, in nanoseconds
     */
    TargetHealth(Context context, ApiClient client, Informer<Service> services, String gate, long latency) {
        this.context = context;
        this.client = client;
        this.services = services;
        this.gate = gate;
        this.latency = latency;
        this.pods = new Informer<>(context, client, Resources.PODS, ApiRequest.Selection.ALL, Pod.class);
    }

    void start() {
        pods.addHandler(Informer.Handler.whilePresent(this::sync));
        pods.start();
    }

    private boolean waits(Pod pod) {
        return pod.isActive()
                && pod.spec().other().get("readinessGates") instanceof List<?> gates
                && gates.stream()
                        .anyMatch(one -> one instanceof Map<?, ?> named && gate.equals(named.get("conditionType")))
                && !is(pod, gate)
                && is(pod, "ContainersReady")
                && services.all().stream().anyMatch(service -> isBehind(pod, service));
    }

    private static boolean is(Pod pod, String type) {
        return pod.condition(type).filter(one -> one.status().equals("True")).isPresent();
    }

    private static boolean isBehind(Pod pod, Service service) {
        Map<String, String> selector = service.spec().selector();
        return "LoadBalancer".equals(service.spec().other().get("type"))
                && !selector.isEmpty()
                && service.key().namespace().equals(pod.key().namespace())
                && pod.metadata().labels().entrySet().containsAll(selector.entrySet());
    }

    private void sync(Pod pod) {
        if (waits(pod) && busy.add(pod.uid())) {
            context.after(latency, () -> open(pod));
        }
    }

    private void open(Pod pod) {
        Map<String, Object> condition = new LinkedHashMap<>();
        condition.put("type", gate);
        condition.put("status", "True");
        condition.put("lastTransitionTime", Timestamps.seconds(context.clock()).toString());
        Map<String, Object> status =
                Collections.singletonMap("status", Collections.singletonMap("conditions", List.of(condition)));
        client.send(new ApiRequest.Patch(
                        Resources.PODS,
                        pod.key().namespace(),
                        pod.key().name(),
                        "status",
                        new ApiRequest.Change.Document("application/strategic-merge-patch+json", status)))
                .whenDone(response -> {
                    busy.remove(pod.uid());
                    Pod now = pods.cached(pod.key());
                    if (!response.isSuccess() && now != null) {
                        context.after(RETRY, () -> sync(now));
                    }
                });
    }
}
