package dev.wavetank.model.quota;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How much of each quota resource one object uses. */
public final class QuotaUsage {

    private static final List<String> COMPUTE = List.of("cpu", "memory");
    private static final String OBJECT = "count/pods";
    private static final List<String> OF_PODS =
            List.of(OBJECT, "pods", "cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory");

    private QuotaUsage() {}

    /** The usage by quota resource; a compute resource that some container does not ask for is absent. */
    public static Map<String, Quantity> of(ResourceType resource, KubernetesObject object) {
        Map<String, Quantity> usage = new TreeMap<>();
        Quantity one = Quantity.parse("1");
        usage.put("count/" + resource.qualified(), one);
        if (resource.group().isEmpty()) {
            usage.put(resource.plural(), one);
        }
        if (object instanceof Pod pod) {
            for (String name : COMPUTE) {
                sum(pod, name, true, usage);
                sum(pod, name, false, usage);
            }
        }
        return usage;
    }

    /** The usage of a stored pod: of one that has finished, nothing but the object itself. */
    public static Map<String, Quantity> ofStored(Pod pod) {
        Map<String, Quantity> usage = of(Resources.PODS, pod);
        if (pod.isFinished()) {
            usage.keySet().retainAll(List.of(OBJECT));
        }
        return usage;
    }

    /** Whether pods, and nothing else, use the quota resource. */
    public static boolean isOfPods(String name) {
        return OF_PODS.contains(name);
    }

    /**
     * Containers run together and init containers one after the other before them, so the greater of the two
     * counts.
     */
    private static void sum(Pod pod, String name, boolean requests, Map<String, Quantity> usage) {
        Quantity total = Quantity.ZERO;
        for (Container container : pod.spec().containers()) {
            Quantity quantity = given(container, name, requests);
            if (quantity == null) {
                return;
            }
            total = total == Quantity.ZERO ? quantity : total.plus(quantity);
        }
        for (Container container : pod.spec().initContainers()) {
            Quantity quantity = given(container, name, requests);
            if (quantity == null) {
                return;
            }
            total = quantity.compareTo(total) > 0 ? quantity : total;
        }
        usage.put((requests ? "requests." : "limits.") + name, total);
        if (requests) {
            usage.put(name, total);
        }
    }

    /** What the container asks for or may use, or null. */
    private static Quantity given(Container container, String name, boolean requests) {
        if (container.resources() == null) {
            return null;
        }
        Map<String, String> given = requests
                ? container.resources().requests()
                : container.resources().limits();
        return given.containsKey(name) ? Quantity.parse(given.get(name)) : null;
    }
}
