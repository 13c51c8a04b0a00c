package dev.wavetank.model.apiserver.registry.untyped;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.apiserver.registry.defaulting.GenericDefaults;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldCursor;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Objects whose kind has no record: no simulated component knows more of them than their JSON. {@link GenericKinds}
 * holds what is special about some of them.
 *
 * @param rules what is special about the kind
 */
public record GenericStrategy(KindRules rules) implements Strategy<GenericObject> {

    private static final String STATUS = "status";
    private static final String SPEC = "spec";

    @Override
    public Class<GenericObject> kind() {
        return GenericObject.class;
    }

    @Override
    public GenericObject withDefaults(GenericObject object) {
        return GenericDefaults.fill(object);
    }

    @Override
    public GenericObject prepareForCreate(GenericObject object) {
        return rules.newStatus() == null ? object : withStatus(object, rules.newStatus());
    }

    @Override
    public void validate(GenericObject object, FieldErrors errors) {
        rules.validation().accept(new FieldCursor(object.other(), "", errors));
    }

    @Override
    public GenericObject prepareForUpdate(GenericObject changed, GenericObject before) {
        return rules.newStatus() == null
                ? changed
                : withStatus(changed, before.other().get(STATUS));
    }

    @Override
    public GenericObject prepareForStatusUpdate(GenericObject changed, GenericObject before) {
        return withStatus(before, changed.other().get(STATUS));
    }

    private static GenericObject withStatus(GenericObject object, Object status) {
        Map<String, Object> fields = new LinkedHashMap<>(object.other());
        if (status == null) {
            fields.remove(STATUS);
        } else {
            fields.put(STATUS, status);
        }
        return object.withOther(fields);
    }

    @Override
    public void validateUpdate(GenericObject changed, GenericObject before, FieldErrors errors) {
        validate(changed, errors);
        rules.update()
                .accept(new FieldCursor(changed.other(), "", errors), new FieldCursor(before.other(), "", errors));
    }

    @Override
    public boolean hasGeneration() {
        return rules.hasGeneration();
    }

    @Override
    public boolean desiresOther(GenericObject changed, GenericObject before) {
        return !Objects.equals(changed.other().get(SPEC), before.other().get(SPEC));
    }
}
