package dev.wavetank.model.apiserver.registry;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import java.util.LinkedHashMap;
import java.util.Map;

/** Objects without rules of their own are stored as they come. */
final class GenericStrategy implements Strategy<KubernetesObject> {

    private static final String STATUS = "status";

    @Override
    public Class<KubernetesObject> kind() {
        return KubernetesObject.class;
    }

    @Override
    public KubernetesObject withDefaults(KubernetesObject object) {
        return object;
    }

    @Override
    public KubernetesObject prepareForCreate(KubernetesObject object) {
        return object;
    }

    @Override
    public void validate(KubernetesObject object, FieldErrors errors) {
        // Nothing is known about it.
    }

    @Override
    public KubernetesObject prepareForUpdate(KubernetesObject changed, KubernetesObject before) {
        return changed;
    }

    @Override
    public KubernetesObject prepareForStatusUpdate(KubernetesObject changed, KubernetesObject before) {
        if (!(changed instanceof GenericObject source) || !(before instanceof GenericObject target)) {
            return changed;
        }
        Map<String, Object> fields = new LinkedHashMap<>(target.other());
        if (source.other().containsKey(STATUS)) {
            fields.put(STATUS, source.other().get(STATUS));
        } else {
            fields.remove(STATUS);
        }
        return target.withOther(fields);
    }

    @Override
    public void validateUpdate(KubernetesObject changed, KubernetesObject before, FieldErrors errors) {
        // Nothing is known about it.
    }
}
