package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.nodefit.ResizedPod;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.quantity.QuantityFormat;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the pods of one node request, summed up as they come and go. */
public final class NodeRequests {

    private static final String PODS = "pods";

    private final Map<String, Counted> byPod = new LinkedHashMap<>();
    private final Map<String, Quantity> sums = new LinkedHashMap<>();

    private record Counted(PodSpec spec, Map<String, Quantity> requests) {}

    /** A pod is on the node, or is there with another spec. */
    public void put(Pod pod) {
        Counted before = byPod.get(pod.uid());
        if (before == null || before.spec() != pod.spec()) {
            Map<String, Quantity> requests = requests(pod.spec());
            byPod.put(pod.uid(), new Counted(pod.spec(), requests));
            subtract(before);
            requests.forEach((resource, request) -> sums.merge(resource, request, Quantity::plus));
        }
    }

    /** The pod with the requests that a scheduler counts: it may be about to change in place. */
    public static Pod counted(Pod pod) {
        return withSpec(pod, ResizedPod.counted(pod));
    }

    /** The pod with the requests that its kubelet has set aside, as far as it still asks for them. */
    public static Pod setAside(Pod pod) {
        return withSpec(pod, ResizedPod.setAside(pod));
    }

    private static Pod withSpec(Pod pod, PodSpec spec) {
        return spec == pod.spec() ? pod : pod.withSpec(spec);
    }

    /** A pod has left the node. */
    public void remove(Pod pod) {
        subtract(byPod.remove(pod.uid()));
    }

    private void subtract(@Nullable Counted left) {
        if (left != null) {
            left.requests().forEach((resource, request) -> sums.merge(resource, request, Quantity::minus));
        }
    }

    /** How much of a resource is requested; of pods, how many there are. */
    public Quantity of(String resource) {
        return resource.equals(PODS)
                ? Quantity.of(byPod.size(), QuantityFormat.DECIMAL_SI)
                : sums.getOrDefault(resource, Quantity.ZERO);
    }

    /** How much of a resource one pod requests; of pods, one. */
    public static Quantity request(Pod pod, String resource) {
        return resource.equals(PODS)
                ? Quantity.of(1, QuantityFormat.DECIMAL_SI)
                : requests(pod.spec()).getOrDefault(resource, Quantity.ZERO);
    }

    /**
     * What a node sets aside for a pod, by resource: its containers and sidecars together; or, where it is more,
     * an init container with the sidecars that started before it. What the pod asks for as a whole stands for that
     * (v1.34 and later; servers without pod-level resources drop the field). On top comes the overhead of the pod's
     * sandbox (KEP-2837; Kubernetes documentation v1.34, Assign Pod-level CPU and memory resources).
     */
    public static Map<String, Quantity> requests(PodSpec spec) {
        Map<String, Quantity> requests = new TreeMap<>();
        Map<?, ?> overhead = tree(spec.other(), "overhead");
        Map<?, ?> whole = tree(tree(spec.other(), "resources"), "requests");
        for (String resource : resources(spec, overhead, whole)) {
            Quantity sidecars = Quantity.ZERO;
            Quantity starting = Quantity.ZERO;
            for (Container container : spec.initContainers()) {
                Quantity own = request(container, resource).plus(sidecars);
                starting = own.compareTo(starting) > 0 ? own : starting;
                sidecars = isSidecar(container) ? own : sidecars;
            }
            Quantity running = sidecars;
            for (Container container : spec.containers()) {
                running = running.plus(request(container, resource));
            }
            Quantity most = starting.compareTo(running) > 0 ? starting : running;
            Object ofPod = whole.get(resource);
            most = ofPod == null ? most : Quantity.parse(String.valueOf(ofPod));
            Object extra = overhead.get(resource);
            requests.put(resource, extra == null ? most : most.plus(Quantity.parse(String.valueOf(extra))));
        }
        return requests.isEmpty() ? Collections.emptyMap() : requests;
    }

    private static boolean isSidecar(Container initContainer) {
        return "Always".equals(initContainer.other().get("restartPolicy"));
    }

    private static Map<?, ?> tree(Map<?, ?> parent, String field) {
        return parent.get(field) instanceof Map<?, ?> map ? map : Collections.emptyMap();
    }

    private static Set<String> resources(PodSpec spec, Map<?, ?> overhead, Map<?, ?> whole) {
        Set<String> resources = new TreeSet<>();
        whole.keySet().forEach(resource -> resources.add(String.valueOf(resource)));
        overhead.keySet().forEach(resource -> resources.add(String.valueOf(resource)));
        for (List<Container> containers : List.of(spec.containers(), spec.initContainers())) {
            for (Container container : containers) {
                if (container.resources() != null) {
                    resources.addAll(container.resources().requests().keySet());
                }
            }
        }
        return resources;
    }

    private static Quantity request(Container container, String resource) {
        String request = container.resources() == null
                ? null
                : container.resources().requests().get(resource);
        return request == null ? Quantity.ZERO : Quantity.parse(request);
    }
}
