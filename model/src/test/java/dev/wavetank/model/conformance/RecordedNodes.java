package dev.wavetank.model.conformance;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.sim.Event;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Nodes that take as long as the recorded hollow nodes did: the n-th pod of a ReplicaSet reports that it runs, and
 * that it has ended, as long after its binding and its deletion as the n-th pod of the recorded one. So what is left
 * to differ is the controllers' and the scheduler's.
 */
final class RecordedNodes implements Controller, Informer.Handler<Pod> {

    private static final ObjectCodec CODEC = new ObjectCodec();

    private final Context context;
    private final List<ApiClient> kubelets = new ArrayList<>();
    /** The recorded pods by ReplicaSet, in the order in which the first of them were bound. */
    private final List<List<PodTimes>> recorded;
    /** The simulated pods in the same way. */
    private final Map<String, List<String>> sets = new LinkedHashMap<>();

    private final Map<String, PodTimes> known = new TreeMap<>();

    /**
     * What became of a recorded pod; null when it never came to that.
     *
     * @param started milliseconds from the binding to the first status
     * @param running from the binding to the status that says that it is ready
     * @param stopped from the deletion to the status that says that it has ended
     * @param gone from the deletion to the final deletion
     */
    record PodTimes(Double started, Double running, Double stopped, Double gone) {}

    /** Nodes of a cluster that has none of its own. */
    RecordedNodes(ControllerEnvironment environment, Map<String, PodTimes> recorded) {
        this.context = environment.context();
        this.recorded = bySet(recorded);
        for (int number = 1; number <= 10; number++) {
            kubelets.add(environment.client("kubelet/" + ClusterSpec.nodeName(number)));
        }
        environment.informer(Resources.PODS, Pod.class).addHandler(this);
    }

    private static List<List<PodTimes>> bySet(Map<String, PodTimes> times) {
        Map<String, Map<Integer, PodTimes>> sets = new LinkedHashMap<>();
        times.forEach((name, pod) -> {
            int dash = name.lastIndexOf('-');
            sets.computeIfAbsent(name.substring(0, dash), missing -> new TreeMap<>())
                    .put(Integer.parseInt(name.substring(dash + 1)), pod);
        });
        List<List<PodTimes>> inOrder = new ArrayList<>();
        sets.values().forEach(set -> inOrder.add(List.copyOf(set.values())));
        return inOrder;
    }

    @Override
    public void start() {
        for (int number = 1; number <= kubelets.size(); number++) {
            Object node = GoJsonReader.parse("""
                    {"apiVersion":"v1","kind":"Node","metadata":{"name":"%1$s",
                      "labels":{"kubernetes.io/hostname":"%1$s"}},
                     "status":{"capacity":{"cpu":"1","memory":"3840Mi","pods":"110"},
                      "allocatable":{"cpu":"1","memory":"3840Mi","pods":"110"},
                      "conditions":[{"type":"Ready","status":"True","reason":"KubeletReady","message":"ready"}]}}
                    """.formatted(ClusterSpec.nodeName(number)));
            ApiClient kubelet = kubelets.get(number - 1);
            ApiRequest creation = ApiRequest.Create.of(Resources.NODES, CODEC.decode(tree(node)));
            context.after(VirtualTime.SECOND, () -> kubelet.send(creation));
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> tree(Object json) {
        return (Map<String, Object>) json;
    }

    @Override
    public void added(Pod pod) {
        String name = pod.metadata().name();
        List<String> pods = sets.computeIfAbsent(name.substring(0, name.lastIndexOf('-')), none -> new ArrayList<>());
        pods.add(name);
        int set = new ArrayList<>(sets.values()).indexOf(pods);
        List<PodTimes> times = recorded.get(Math.min(set, recorded.size() - 1));
        known.put(name, times.get(Math.min(pods.size(), times.size()) - 1));
        if (pod.spec().nodeName() != null) {
            bound(pod);
        }
    }

    @Override
    public void updated(Pod before, Pod after) {
        if (before.spec().nodeName() == null && after.spec().nodeName() != null) {
            bound(after);
        }
        if (!before.metadata().isDeleting() && after.metadata().isDeleting()) {
            PodTimes times = known.get(after.metadata().name());
            after(times.stopped(), () -> status(after, false));
            after(
                    times.gone(),
                    () -> kubelet(after)
                            .send(new ApiRequest.Delete(
                                    Resources.PODS,
                                    after.metadata().namespace(),
                                    after.metadata().name(),
                                    new ApiRequest.DeleteOptions(0L, null, null))));
        }
    }

    @Override
    public void deleted(Pod last) {}

    private void bound(Pod pod) {
        PodTimes times = known.get(pod.metadata().name());
        after(times.started(), () -> status(pod, false));
        after(times.running(), () -> status(pod, true));
    }

    private void after(Double millis, Event task) {
        if (millis != null) {
            context.after((long) (Math.max(millis, 1) * VirtualTime.MILLISECOND), task);
        }
    }

    private ApiClient kubelet(Pod pod) {
        String node = pod.spec().nodeName();
        return kubelets.get(Integer.parseInt(node.substring(node.indexOf('-') + 1)) - 1);
    }

    private void status(Pod pod, boolean ready) {
        String word = ready ? "True" : "False";
        Object body = GoJsonReader.parse("""
                {"status":{"phase":"%2$s","conditions":[{"type":"Initialized","status":"True"},
                  {"type":"Ready","status":"%1$s","lastTransitionTime":"%3$s"},
                  {"type":"ContainersReady","status":"%1$s","lastTransitionTime":"%3$s"}]}}
                """.formatted(
                        word,
                        ready || pod.metadata().isDeleting() ? "Running" : "Pending",
                        Timestamps.seconds(context.clock())));
        kubelet(pod)
                .send(new ApiRequest.Patch(
                        Resources.PODS,
                        pod.metadata().namespace(),
                        pod.metadata().name(),
                        "status",
                        new ApiRequest.Change.Document("application/strategic-merge-patch+json", body)));
    }
}
