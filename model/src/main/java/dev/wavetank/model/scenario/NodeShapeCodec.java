package dev.wavetank.model.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The written form of what nodes have besides their capacity: fields of the cluster. */
final class NodeShapeCodec {

    private static final String RESERVED = "nodeReserved";
    private static final String ZONES = "zones";
    private static final String REGION = "region";
    private static final String IMAGES = "nodeImages";

    private NodeShapeCodec() {}

    static NodeShape read(DocumentFields cluster) {
        Map<String, String> reserved =
                cluster.has(RESERVED) ? cluster.fields(RESERVED).texts() : null;
        List<String> zones = cluster.has(ZONES) ? cluster.words(ZONES) : List.of();
        Map<String, String> images = cluster.texts(IMAGES, new TreeMap<>());
        try {
            return new NodeShape(reserved, zones, cluster.text(REGION, ""), images);
        } catch (IllegalArgumentException wrong) {
            throw cluster.mistake(
                    cluster.has(RESERVED) ? RESERVED : IMAGES,
                    "is no quantity: write a number and perhaps a unit, such as 500m or 2Gi, or of what is reserved a"
                            + " percentage such as 10%: " + wrong.getMessage());
        }
    }

    static void write(NodeShape shape, Map<String, Object> tree) {
        if (shape.reserved() != null) {
            tree.put(RESERVED, new LinkedHashMap<String, Object>(shape.reserved()));
        }
        if (!shape.zones().isEmpty()) {
            tree.put(ZONES, new ArrayList<Object>(shape.zones()));
        }
        if (!shape.region().isEmpty()) {
            tree.put(REGION, shape.region());
        }
        if (!shape.images().isEmpty()) {
            tree.put(IMAGES, new LinkedHashMap<String, Object>(shape.images()));
        }
    }
}
