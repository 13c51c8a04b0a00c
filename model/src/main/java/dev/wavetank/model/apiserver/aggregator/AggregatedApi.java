package dev.wavetank.model.apiserver.aggregator;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.apiserver.resource.ServedResource;
import java.util.List;

/**
 * A group that another server serves.
 *
 * @param component that serves it
 * @param resources what it serves, all in this group
 */
public record AggregatedApi(String component, List<ServedResource> resources) {

    private static final String METRICS = "metrics.k8s.io";

    /** Keeps a copy. */
    public AggregatedApi {
        resources = List.copyOf(resources);
    }

    /** What a metrics server serves: {@code metrics.k8s.io/v1beta1}. */
    public static AggregatedApi metrics(String component) {
        return new AggregatedApi(component, List.of(measured("NodeMetrics", "nodes", false), measured("PodMetrics", "pods", true)));
    }

    private static ServedResource measured(String kind, String plural, boolean namespaced) {
        ResourceType type = new ResourceType(METRICS, "v1beta1", kind, plural, namespaced);
        return new ServedResource(type, "", type.apiVersion(), kind, List.of("get", "list"), List.of());
    }

    boolean serves(String group) {
        return resources.stream().anyMatch(served -> served.type().group().equals(group));
    }
}
