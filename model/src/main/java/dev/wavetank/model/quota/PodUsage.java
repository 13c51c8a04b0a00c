package dev.wavetank.model.quota;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.quantity.Quantity;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a pod asks for and may use, by quota resource. */
public final class PodUsage {

    private static final List<String> COMPUTE = List.of("cpu", "memory", "ephemeral-storage");
    private static final String REQUESTS = "requests.";
    private static final String LIMITS = "limits.";

    /** Where a quota on one of these is about a pod, each container must say how much it needs. */
    private static final List<String> MANDATORY =
            List.of("cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory");

    private PodUsage() {}

    /**
     * Containers run together and init containers one after the other before them, so the greater of the two counts.
     * A container that does not ask counts as nothing. What the pod asks for as a whole stands for the sum, and
     * overhead comes on top ({@code PodRequests} and {@code PodLimits}, component-helpers, resource/helpers.go v1.34).
     */
    static void add(PodSpec spec, Map<String, Quantity> usage) {
        total(spec, true).forEach((name, amount) -> {
            if (COMPUTE.contains(name)) {
                usage.put(name, amount);
            }
            if (COMPUTE.contains(name) || name.startsWith("hugepages-") || isExtended(name)) {
                usage.put(REQUESTS + name, amount);
            }
            if (name.startsWith("hugepages-")) {
                usage.put(name, amount);
            }
        });
        total(spec, false).forEach((name, amount) -> {
            if (COMPUTE.contains(name)) {
                usage.put(LIMITS + name, amount);
            }
        });
    }

    /** Whether the quota resource is about what containers ask for. */
    static boolean isCompute(String name) {
        String plain = name.startsWith(REQUESTS)
                ? name.substring(REQUESTS.length())
                : name.startsWith(LIMITS) ? name.substring(LIMITS.length()) : name;
        return COMPUTE.contains(plain)
                || plain.startsWith("hugepages-") && !name.startsWith(LIMITS)
                || name.startsWith(REQUESTS) && isExtended(plain);
    }

    /**
     * The containers, sorted by name, that do not say how much they need of something, by quota resource. None has to
     * where the pod says it as a whole.
     *
     * @param limited quota resources that are limited
     */
    public static Map<String, TreeSet<String>> unspecified(PodSpec spec, Iterable<String> limited) {
        Map<String, TreeSet<String>> missing = new TreeMap<>();
        if (!ofPod(spec, true).isEmpty() || !ofPod(spec, false).isEmpty()) {
            return missing;
        }
        for (String name : limited) {
            if (MANDATORY.contains(name)) {
                for (List<Container> containers : List.of(spec.containers(), spec.initContainers())) {
                    for (Container container : containers) {
                        if (!says(container, name)) {
                            missing.computeIfAbsent(name, first -> new TreeSet<>())
                                    .add(container.name());
                        }
                    }
                }
            }
        }
        return missing;
    }

    private static boolean says(Container container, String name) {
        boolean isLimit = name.startsWith(LIMITS);
        String plain = name.substring(name.indexOf('.') + 1);
        return given(container, !isLimit).containsKey(plain);
    }

    private static boolean isExtended(String name) {
        return name.indexOf('/') > 0 && !name.substring(0, name.indexOf('/')).endsWith("kubernetes.io");
    }

    private static Map<String, Quantity> total(PodSpec spec, boolean requests) {
        Map<String, Quantity> total = ofContainers(spec, requests);
        total.putAll(ofPod(spec, requests));
        quantities(spec.other().get("overhead")).forEach((name, amount) -> {
            if (requests || total.containsKey(name)) {
                total.merge(name, amount, Quantity::plus);
            }
        });
        return total;
    }

    /** What a pod requests, or may use, as a whole; empty for most. */
    public static Map<String, Quantity> ofPod(PodSpec spec, boolean requests) {
        return spec.other().get("resources") instanceof Map<?, ?> resources
                ? quantities(resources.get(requests ? "requests" : "limits"))
                : Collections.emptyMap();
    }

    private static Map<String, Quantity> quantities(@Nullable Object amounts) {
        if (!(amounts instanceof Map<?, ?> map)) {
            return Collections.emptyMap();
        }
        Map<String, Quantity> quantities = new TreeMap<>();
        map.forEach((name, amount) -> quantities.put(String.valueOf(name), Quantity.parse(String.valueOf(amount))));
        return quantities;
    }

    /** What the containers of a pod request, or may use, together ({@code AggregateContainerRequests}). */
    public static Map<String, Quantity> ofContainers(PodSpec spec, boolean requests) {
        Map<String, Quantity> total = new TreeMap<>();
        for (Container container : spec.containers()) {
            given(container, requests).forEach((name, text) -> total.merge(name, Quantity.parse(text), Quantity::plus));
        }
        Map<String, Quantity> sidecars = new TreeMap<>();
        Map<String, Quantity> most = new TreeMap<>();
        for (Container container : spec.initContainers()) {
            Map<String, Quantity> now = new TreeMap<>(sidecars);
            given(container, requests).forEach((name, text) -> now.merge(name, Quantity.parse(text), Quantity::plus));
            now.forEach((name, amount) -> most.merge(name, amount, PodUsage::larger));
            if (isSidecar(container)) {
                sidecars.putAll(now);
            }
        }
        sidecars.forEach((name, amount) -> total.merge(name, amount, Quantity::plus));
        most.forEach((name, amount) -> total.merge(name, amount, PodUsage::larger));
        return total;
    }

    /** An init container that goes on beside the others (v1.28). */
    private static boolean isSidecar(Container container) {
        return "Always".equals(container.other().get("restartPolicy"));
    }

    private static Quantity larger(Quantity sum, Quantity one) {
        return one.compareTo(sum) > 0 ? one : sum;
    }

    private static Map<String, String> given(Container container, boolean requests) {
        if (container.resources() == null) {
            return Collections.emptyMap();
        }
        return requests
                ? container.resources().requests()
                : container.resources().limits();
    }
}
