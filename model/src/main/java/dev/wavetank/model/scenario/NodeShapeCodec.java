package dev.wavetank.model.scenario;

import dev.wavetank.sim.VirtualTime;
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
    private static final String FILE = "file";
    private static final String STATIC_PODS = "staticPods";

    private NodeShapeCodec() {}

    static NodeShape read(DocumentFields cluster) {
        Map<String, String> reserved =
                cluster.has(RESERVED) ? cluster.fields(RESERVED).texts() : null;
        List<String> zones = cluster.has(ZONES) ? cluster.words(ZONES) : List.of();
        zones.forEach(zone -> refuse(zone, ZONES, cluster));
        Map<String, String> images = cluster.texts(IMAGES, new TreeMap<>());
        check(images, cluster);
        List<StaticManifest> staticPods = new ArrayList<>();
        for (DocumentFields item : cluster.list(STATIC_PODS)) {
            staticPods.add(manifest(item));
            item.refuseOthers();
        }
        List<NodePool> pools = NodePoolCodec.read(cluster);
        String region = cluster.text(REGION, "");
        refuse(region, REGION, cluster);
        try {
            return new NodeShape(reserved, zones, region, images, staticPods, pools);
        } catch (IllegalArgumentException wrong) {
            throw cluster.mistake(
                    RESERVED,
                    "is no quantity: write a number and perhaps a unit, such as 500m or 2Gi, or of what is reserved a"
                            + " percentage such as 10%: " + wrong.getMessage());
        }
    }

    private static void refuse(String value, String field, DocumentFields cluster) {
        NodeRules.labelValue(value).ifPresent(wrong -> {
            throw cluster.mistake(field, wrong);
        });
    }

    private static void check(Map<String, String> images, DocumentFields cluster) {
        List<ImageContent> contents = new ArrayList<>();
        images.forEach((name, text) -> {
            try {
                contents.add(ImageContent.parse(text));
            } catch (IllegalArgumentException wrong) {
                throw cluster.mistake(IMAGES, name + ": " + wrong.getMessage());
            }
        });
        try {
            ImageContent.check(contents);
        } catch (IllegalArgumentException wrong) {
            throw cluster.mistake(IMAGES, wrong.getMessage());
        }
    }

    private static StaticManifest manifest(DocumentFields item) {
        String file = item.text("manifest");
        String node = item.text("node", "");
        String source = item.text("source", FILE);
        if (!List.of(FILE, "nfs", "http").contains(source)) {
            throw item.mistake("source", "must be file, nfs or http, was " + source);
        }
        String path = item.text("path", file);
        long at = item.span("at", 0);
        Long until = item.has("until") ? item.span("until") : null;
        if (until != null && until <= at) {
            throw item.mistake("until", "a manifest must be removed later than it is written");
        }
        return new StaticManifest(node, file, source, path, at, until);
    }

    private static Map<String, Object> tree(StaticManifest manifest) {
        Map<String, Object> tree = new LinkedHashMap<>();
        if (!manifest.node().isEmpty()) {
            tree.put("node", manifest.node());
        }
        tree.put("manifest", manifest.file());
        if (!manifest.source().equals(FILE)) {
            tree.put("source", manifest.source());
        }
        if (!manifest.path().equals(manifest.file())) {
            tree.put("path", manifest.path());
        }
        tree.put("at", VirtualTime.span(manifest.at()));
        if (manifest.until() != null) {
            tree.put("until", VirtualTime.span(manifest.until()));
        }
        return tree;
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
        if (!shape.pools().isEmpty()) {
            tree.put(NodePoolCodec.POOLS, NodePoolCodec.tree(shape.pools()));
        }
        if (!shape.staticPods().isEmpty()) {
            tree.put(
                    STATIC_PODS,
                    new ArrayList<Object>(shape.staticPods().stream()
                            .map(NodeShapeCodec::tree)
                            .toList()));
        }
    }
}
