package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.quantity.QuantityFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the pods of one node request, summed up as they come and go. */
final class NodeRequests {

    private static final String PODS = "pods";

    private final Map<String, Map<String, Quantity>> byPod = new LinkedHashMap<>();
    private final Map<String, PodSpec> specs = new LinkedHashMap<>();
    private final Map<String, Quantity> sums = new LinkedHashMap<>();

    /** A pod is on the node, or is there with another spec. */
    void put(Pod pod) {
        if (specs.put(pod.uid(), pod.spec()) != pod.spec()) {
            Map<String, Quantity> requests = requests(pod.spec());
            subtract(byPod.put(pod.uid(), requests));
            requests.forEach((resource, request) -> sums.merge(resource, request, Quantity::plus));
        }
    }

    /** A pod has left the node. */
    void remove(Pod pod) {
        specs.remove(pod.uid());
        subtract(byPod.remove(pod.uid()));
    }

    private void subtract(@Nullable Map<String, Quantity> requests) {
        if (requests != null) {
            requests.forEach((resource, request) -> sums.merge(resource, request, Quantity::minus));
        }
    }

    /** How much of a resource is requested; of pods, how many there are. */
    Quantity of(String resource) {
        return resource.equals(PODS)
                ? Quantity.of(specs.size(), QuantityFormat.DECIMAL_SI)
                : sums.getOrDefault(resource, Quantity.ZERO);
    }

    /** The containers together; an init container by itself where it requests more. */
    private static Map<String, Quantity> requests(PodSpec spec) {
        Map<String, Quantity> requests = new TreeMap<>();
        for (String resource : resources(spec)) {
            Quantity sum = Quantity.ZERO;
            for (Container container : spec.containers()) {
                sum = sum.plus(request(container, resource));
            }
            for (Container container : spec.initContainers()) {
                Quantity alone = request(container, resource);
                sum = alone.compareTo(sum) > 0 ? alone : sum;
            }
            requests.put(resource, sum);
        }
        return requests;
    }

    private static Set<String> resources(PodSpec spec) {
        Set<String> resources = new TreeSet<>();
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
