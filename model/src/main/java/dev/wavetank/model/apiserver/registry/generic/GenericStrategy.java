package dev.wavetank.model.apiserver.registry.generic;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Objects of which no simulated component knows more than their JSON. {@link GenericKinds} says what is special about
 * some of them.
 */
public final class GenericStrategy implements Strategy<KubernetesObject> {

    private static final String STATUS = "status";
    private static final String SPEC = "spec";

    private final GenericKinds.Rules rules;

    /** A strategy by these rules. */
    public GenericStrategy(GenericKinds.Rules rules) {
        this.rules = rules;
    }

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
        return rules.newStatus() == null || !(object instanceof GenericObject generic)
                ? object
                : generic.withOther(with(generic.other(), STATUS, rules.newStatus()));
    }

    @Override
    public void validate(KubernetesObject object, FieldErrors errors) {
        if (object instanceof GenericObject generic) {
            rules.validation().accept(generic.other(), errors);
        }
    }

    @Override
    public KubernetesObject prepareForUpdate(KubernetesObject changed, KubernetesObject before) {
        boolean keepsStatus =
                rules.newStatus() != null && changed instanceof GenericObject && before instanceof GenericObject;
        if (!keepsStatus) {
            return changed;
        }
        GenericObject target = (GenericObject) changed;
        return target.withOther(
                with(target.other(), STATUS, ((GenericObject) before).other().get(STATUS)));
    }

    @Override
    public KubernetesObject prepareForStatusUpdate(KubernetesObject changed, KubernetesObject before) {
        if (!(changed instanceof GenericObject source) || !(before instanceof GenericObject target)) {
            return changed;
        }
        return target.withOther(with(target.other(), STATUS, source.other().get(STATUS)));
    }

    private static Map<String, Object> with(Map<String, Object> tree, String field, Object value) {
        Map<String, Object> fields = new LinkedHashMap<>(tree);
        if (value == null) {
            fields.remove(field);
        } else {
            fields.put(field, value);
        }
        return fields;
    }

    @Override
    public void validateUpdate(KubernetesObject changed, KubernetesObject before, FieldErrors errors) {
        validate(changed, errors);
    }

    @Override
    public boolean hasGeneration() {
        return rules.hasGeneration();
    }

    @Override
    public boolean desiresOther(KubernetesObject changed, KubernetesObject before) {
        return changed instanceof GenericObject after
                && before instanceof GenericObject old
                && !Objects.equals(after.other().get(SPEC), old.other().get(SPEC));
    }
}
