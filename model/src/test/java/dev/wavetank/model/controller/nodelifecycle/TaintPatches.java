package dev.wavetank.model.controller.nodelifecycle;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.codec.ObjectCodec;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a patch of taints says, in words. */
final class TaintPatches {

    private TaintPatches() {}

    static String text(ApiRequest.Patch patch) {
        ApiRequest.Change.NodeTaints change = (ApiRequest.Change.NodeTaints) patch.change();
        Map<String, Object> node = new ObjectCodec().encode(change.node());
        Map<String, Object> said = new LinkedHashMap<>();
        if (change.unlessChanged()) {
            said.put("metadata", single("resourceVersion", ((Map<?, ?>) node.get("metadata")).get("resourceVersion")));
        }
        said.put("spec", single("taints", node.get("spec") instanceof Map<?, ?> spec ? spec.get("taints") : null));
        return said.toString();
    }

    private static Map<String, Object> single(String key, Object value) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(key, value);
        return map;
    }
}
