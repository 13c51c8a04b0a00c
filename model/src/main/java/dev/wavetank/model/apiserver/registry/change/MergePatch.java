package dev.wavetank.model.apiserver.registry.change;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** JSON merge patches (RFC 7386). The only place where the server turns objects into JSON trees and back. */
final class MergePatch {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private MergePatch() {}

    static Changed apply(
            ApiRequest.Patch patch,
            Map<String, Object> tree,
            KubernetesObject before,
            Strategy<KubernetesObject> strategy) {
        Map<?, ?> merged = (Map<?, ?>) merged(JSON.convertValue(before, Map.class), tree);
        merged.remove("apiVersion");
        merged.remove("kind");
        KubernetesObject after;
        try {
            after = JSON.convertValue(merged, before.getClass());
        } catch (JacksonException | IllegalArgumentException mistake) {
            return new Changed.Refused(
                    Status.badRequest("the patch does not fit " + before.kind() + ": " + mistake.getMessage()));
        }
        long expected = after.metadata().revision();
        if (expected != 0 && expected != before.metadata().revision()) {
            return new Changed.Refused(Status.modified(patch.resource(), patch.name()));
        }
        return new Changed.To(
                patch.subresource().equals("status")
                        ? strategy.prepareForStatusUpdate(after, before)
                        : strategy.prepareForUpdate(strategy.withDefaults(after), before));
    }

    static Object merged(Object target, Object patch) {
        if (!(patch instanceof Map<?, ?> changes)) {
            return patch;
        }
        Map<Object, Object> result =
                target instanceof Map<?, ?> fields ? new LinkedHashMap<>(fields) : new LinkedHashMap<>();
        changes.forEach((name, value) -> {
            if (value == null) {
                result.remove(name);
            } else {
                result.put(name, merged(result.get(name), value));
            }
        });
        return result;
    }
}
