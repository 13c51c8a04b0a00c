package dev.wavetank.model.apiserver.resource;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Slices of {@code discovery.k8s.io/v1beta1}: node and zone of an endpoint are labels in a map. See {@code
 * pkg/apis/discovery/v1beta1/conversion.go}; the field {@code nodeName}, behind a gate in v1.20, is dropped there.
 */
final class SliceShape implements Conversion.Shape {

    private static final String ENDPOINTS = "endpoints";
    private static final String TOPOLOGY = "topology";
    private static final String OTHERS = "deprecatedTopology";
    private static final String NODE = "nodeName";
    private static final String NODE_LABEL = "kubernetes.io/hostname";
    private static final String ZONE = "zone";
    private static final String ZONE_LABEL = "topology.kubernetes.io/zone";

    @Override
    public Map<String, Object> inward(Map<String, Object> tree) {
        return changed(tree, endpoint -> {
            Map<String, Object> topology = Conversion.map(endpoint.remove(TOPOLOGY));
            endpoint.remove(NODE);
            move(topology, NODE_LABEL, endpoint, NODE);
            move(topology, ZONE_LABEL, endpoint, ZONE);
            if (!topology.isEmpty()) {
                endpoint.put(OTHERS, topology);
            }
            return endpoint;
        });
    }

    @Override
    public Map<String, Object> outward(Map<String, Object> tree) {
        Map<String, Object> slice = new LinkedHashMap<>(tree);
        // Written even when there are none: the field has no omitempty.
        slice.putIfAbsent(ENDPOINTS, List.of());
        return changed(slice, endpoint -> {
            Map<String, Object> topology = Conversion.map(endpoint.remove(OTHERS));
            move(endpoint, NODE, topology, NODE_LABEL);
            move(endpoint, ZONE, topology, ZONE_LABEL);
            endpoint.remove("hints");
            if (!topology.isEmpty()) {
                endpoint.put(TOPOLOGY, topology);
            }
            return endpoint;
        });
    }

    private static void move(Map<String, Object> from, String name, Map<String, Object> to, String other) {
        if (from.get(name) != null) {
            to.put(other, from.remove(name));
        }
    }

    private static Map<String, Object> changed(Map<String, Object> tree, UnaryOperator<Map<String, Object>> change) {
        if (!(tree.get(ENDPOINTS) instanceof List<?> list)) {
            return tree;
        }
        List<Object> endpoints = new ArrayList<>();
        list.forEach(item -> endpoints.add(change.apply(Conversion.map(item))));
        Map<String, Object> slice = new LinkedHashMap<>(tree);
        slice.put(ENDPOINTS, endpoints);
        return slice;
    }
}
