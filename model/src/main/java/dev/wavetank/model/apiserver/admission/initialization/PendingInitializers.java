package dev.wavetank.model.apiserver.admission.initialization;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.patch.JsonTree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The field {@code metadata.initializers}: who must still act before the object is shown, and how one of them failed.
 *
 * @param pending names, in order of action; empty when all have acted
 * @param result with which one of them refused the object; null as long as none did
 */
public record PendingInitializers(List<String> pending, Status result) {

    private static final String FIELD = "initializers";
    private static final String PENDING = "pending";
    private static final String RESULT = "result";

    /** What an object says, or null when it says nothing: it is initialized. */
    public static PendingInitializers of(KubernetesObject object) {
        Object value = object.metadata().other().get(FIELD);
        if (value == null) {
            return null;
        }
        Map<String, Object> tree = JsonTree.map(value);
        List<String> names = new ArrayList<>();
        for (Object item : JsonTree.listOrEmpty(tree.get(PENDING))) {
            names.add(String.valueOf(JsonTree.mapOrEmpty(item).get("name")));
        }
        return new PendingInitializers(names, tree.get(RESULT) == null ? null : status(JsonTree.map(tree.get(RESULT))));
    }

    /** Whether no initializer has to act and none has refused. */
    public boolean isEmpty() {
        return pending.isEmpty() && result == null;
    }

    /** The object with these names still to act; none: initialized. */
    public static <T extends KubernetesObject> T set(T object, List<String> pending) {
        Map<String, Object> other = new LinkedHashMap<>(object.metadata().other());
        if (pending.isEmpty()) {
            other.remove(FIELD);
        } else {
            List<Object> items = new ArrayList<>();
            pending.forEach(name -> items.add(new LinkedHashMap<>(Collections.singletonMap("name", name))));
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put(PENDING, items);
            other.put(FIELD, tree);
        }
        return with(object, object.metadata().withOther(other));
    }

    /** The object, refused with this status by the initializer that was to act. */
    public static <T extends KubernetesObject> T fail(T object, Status status) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("status", "Failure");
        result.put("message", status.message());
        result.put("reason", status.reason());
        result.put("code", (long) status.code());
        Map<String, Object> other = new LinkedHashMap<>(object.metadata().other());
        Map<String, Object> tree = new LinkedHashMap<>(JsonTree.mapOrEmpty(other.get(FIELD)));
        tree.put(RESULT, result);
        other.put(FIELD, tree);
        return with(object, object.metadata().withOther(other));
    }

    @SuppressWarnings("unchecked") // an object with other metadata is of the same class
    private static <T extends KubernetesObject> T with(T object, ObjectMeta metadata) {
        return (T) object.withMetadata(metadata);
    }

    private static Status status(Map<String, Object> tree) {
        int code = tree.get("code") instanceof Number number ? number.intValue() : 500;
        return Status.reported(code, (String) tree.get("reason"), (String) tree.get("message"), null);
    }
}
