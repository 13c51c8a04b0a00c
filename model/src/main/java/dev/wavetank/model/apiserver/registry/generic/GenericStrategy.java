package dev.wavetank.model.apiserver.registry.generic;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.apiserver.registry.strategy.ScaleView;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.Part;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Objects of which no simulated component knows more than their JSON. {@link GenericKinds} tells what is special about
 * some of them.
 */
public final class GenericStrategy implements Strategy<KubernetesObject> {

    private static final String STATUS = "status";
    private static final String SPEC = "spec";

    private final KindRules rules;
    private final KubernetesVersion release;

    /** A strategy by these rules, as a release has them. */
    public GenericStrategy(KindRules rules, KubernetesVersion release) {
        this.rules = rules;
        this.release = release;
    }

    @Override
    public Class<KubernetesObject> kind() {
        return KubernetesObject.class;
    }

    @Override
    public KubernetesObject withDefaults(KubernetesObject object) {
        return object instanceof GenericObject job && job.kind().equals("Job")
                ? JobRules.withDefaults(job, release)
                : object;
    }

    @Override
    public KubernetesObject prepareForCreate(KubernetesObject object) {
        if (!(object instanceof GenericObject generic)) {
            return object;
        }
        GenericObject complete = rules.completion().apply(generic, release);
        return rules.newStatus() == null
                ? complete
                : complete.withOther(with(complete.other(), STATUS, rules.newStatus()));
    }

    @Override
    public void validate(KubernetesObject object, FieldErrors errors) {
        if (object instanceof GenericObject generic) {
            rules.validation().accept(new Part(generic.other(), "", errors));
        }
    }

    @Override
    public KubernetesObject prepareForUpdate(KubernetesObject changed, KubernetesObject before) {
        if (!(changed instanceof GenericObject given) || !(before instanceof GenericObject old)) {
            return changed;
        }
        GenericObject target = rules.inheritance().apply(given, old);
        return rules.newStatus() == null
                ? target
                : target.withOther(with(target.other(), STATUS, old.other().get(STATUS)));
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
        if (changed instanceof GenericObject after && before instanceof GenericObject old) {
            rules.update().accept(new Part(after.other(), "", errors), new Part(old.other(), "", errors));
        }
    }

    @Override
    public List<String> selectableFields() {
        return rules.fields();
    }

    @Override
    public String selectable(KubernetesObject object, String field) {
        Object value = object instanceof GenericObject generic ? generic.other() : null;
        for (String step : field.split("\\.")) {
            value = value instanceof Map<?, ?> map ? map.get(step) : null;
        }
        // What is absent is the zero of its type: all fields but those with a dot are texts.
        return value != null ? value.toString() : field.indexOf('.') >= 0 ? "0" : "";
    }

    @Override
    public boolean hasGeneration() {
        return rules.hasGeneration().test(release);
    }

    @Override
    public boolean desiresOther(KubernetesObject changed, KubernetesObject before) {
        return changed instanceof GenericObject after
                && before instanceof GenericObject old
                && !Objects.equals(after.other().get(SPEC), old.other().get(SPEC));
    }

    @Override
    public ScaleView scale(KubernetesObject object) {
        return rules.scalable() && object instanceof GenericObject generic
                ? TreeScale.of(generic)
                : Strategy.super.scale(object);
    }

    @Override
    public KubernetesObject scaled(KubernetesObject object, int replicas) {
        return rules.scalable() && object instanceof GenericObject generic ? TreeScale.scaled(generic, replicas) : null;
    }
}
