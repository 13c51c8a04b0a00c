package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.apiserver.registry.validation.ResourceNames;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.quota.PodUsage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Defaults and mistakes of what a pod requests and may use as a whole ({@code defaultPodRequests},
 * pkg/apis/core/v1/defaults.go; {@code validatePodResources}, pkg/apis/core/validation; v1.34).
 */
final class WholePodRules {

    private static final String RESOURCES = "resources";
    private static final String REQUESTS = "requests";
    private static final String LIMITS = "limits";
    private static final String HUGE_PAGES = "hugepages-";

    private WholePodRules() {}

    /**
     * The spec with requests for all that is limited: what its containers request together, or else the limit. A spec
     * without limits of this kind stays as it is.
     */
    static PodSpec withDefaults(PodSpec spec) {
        if (!spec.other().containsKey(RESOURCES)) {
            return spec;
        }
        Map<String, Object> resources = JsonFields.map(spec.other(), RESOURCES);
        Map<String, String> limits = JsonFields.textMap(resources, LIMITS);
        Map<String, String> given = JsonFields.textMap(resources, REQUESTS);
        if (limits.isEmpty()) {
            return spec;
        }
        Map<String, Object> requests = new TreeMap<>(given);
        PodUsage.ofContainers(spec, true).forEach((name, sum) -> {
            if (isShared(name) && !name.startsWith(HUGE_PAGES)) {
                requests.putIfAbsent(name, sum.toString());
            }
        });
        limits.forEach((name, limit) -> {
            if (isShared(name)) {
                requests.putIfAbsent(name, limit);
            }
        });
        if (requests.size() == given.size()) {
            return spec;
        }
        Map<String, Object> complete = new TreeMap<>(resources);
        complete.put(REQUESTS, requests);
        Map<String, Object> other = new TreeMap<>(spec.other());
        other.put(RESOURCES, complete);
        return spec.withOther(other);
    }

    /** Whether the containers of a pod can share it ({@code IsSupportedPodLevelResource}). */
    private static boolean isShared(String name) {
        return name.equals("cpu") || name.equals("memory") || name.startsWith(HUGE_PAGES);
    }

    /** Checks names and amounts, and that those of the pod and those of its containers agree. */
    static void validate(PodSpec spec, String path, FieldErrors errors) {
        if (!spec.other().containsKey(RESOURCES)) {
            return;
        }
        String field = path + "." + RESOURCES;
        Map<String, Object> resources = JsonFields.map(spec.other(), RESOURCES);
        Map<String, String> limits = new TreeMap<>(JsonFields.textMap(resources, LIMITS));
        Map<String, String> requests = new TreeMap<>(JsonFields.textMap(resources, REQUESTS));
        boolean readable = ResourceNames.ofPod(limits, field + "." + LIMITS, errors)
                & ResourceNames.ofPod(requests, field + "." + REQUESTS, errors);
        if (readable) {
            ResourceNames.order(limits, requests, field, errors);
            agree(spec, limits, requests, field, errors);
        }
    }

    private static void agree(
            PodSpec spec, Map<String, String> limits, Map<String, String> requests, String field, FieldErrors errors) {
        PodUsage.ofContainers(spec, true).forEach((name, sum) -> {
            String request = requests.get(name);
            if (request != null && sum.compareTo(Quantity.parse(request)) > 0) {
                errors.invalid(
                        field + ".requests[" + name + "]",
                        GoSyntax.of(request),
                        "must be greater than or equal to aggregate container requests of " + sum);
            }
        });
        List<Container> containers = spec.containers();
        for (int i = 0; i < containers.size(); i++) {
            String container = field + ".containers[" + i + "]";
            new TreeMap<>(containers.get(i).resources().limits()).forEach((name, own) -> {
                String limit = limits.get(name);
                if (limit != null && Quantity.parse(own).compareTo(Quantity.parse(limit)) > 0) {
                    // The real server builds this path below the resources of the pod.
                    errors.invalid(
                            container + "[" + name + "].limits",
                            GoSyntax.of(own),
                            "must be less than or equal to pod limits of " + limit);
                }
            });
        }
    }
}
