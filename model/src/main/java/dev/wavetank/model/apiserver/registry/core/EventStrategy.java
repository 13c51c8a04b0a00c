package dev.wavetank.model.apiserver.registry.core;

import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.List;
import java.util.Objects;

/** Events: stored as they come, and found by what they are about. */
public final class EventStrategy implements Strategy<ApiEvent> {

    private static final List<String> FIELDS = List.of(
            "involvedObject.kind",
            "involvedObject.namespace",
            "involvedObject.name",
            "involvedObject.uid",
            "involvedObject.apiVersion",
            "reason",
            "type");

    @Override
    public Class<ApiEvent> kind() {
        return ApiEvent.class;
    }

    @Override
    public ApiEvent withDefaults(ApiEvent event) {
        return event;
    }

    @Override
    public ApiEvent prepareForCreate(ApiEvent event) {
        return event;
    }

    @Override
    public void validate(ApiEvent event, FieldErrors errors) {
        String about = event.involvedObject() == null
                ? ""
                : Objects.toString(event.involvedObject().namespace(), "");
        String home = Objects.toString(event.metadata().namespace(), "");
        // Events about cluster-scoped objects belong in the default namespace.
        if (!about.equals(home) && !(about.isEmpty() && home.equals("default"))) {
            errors.invalid("involvedObject.namespace", GoSyntax.of(about), "does not match event.namespace");
        }
    }

    @Override
    public ApiEvent prepareForUpdate(ApiEvent changed, ApiEvent before) {
        return changed;
    }

    @Override
    public ApiEvent prepareForStatusUpdate(ApiEvent changed, ApiEvent before) {
        return changed;
    }

    @Override
    public void validateUpdate(ApiEvent changed, ApiEvent before, FieldErrors errors) {
        // Nothing is wrong with any event.
    }

    @Override
    public List<String> selectableFields() {
        return FIELDS;
    }

    @Override
    public String selectable(ApiEvent event, String field) {
        String value = switch (field) {
            case "involvedObject.kind" -> event.involvedObject().kind();
            case "involvedObject.namespace" -> event.involvedObject().namespace();
            case "involvedObject.name" -> event.involvedObject().name();
            case "involvedObject.uid" -> event.involvedObject().uid();
            case "involvedObject.apiVersion" -> event.involvedObject().apiVersion();
            case "reason" -> event.reason();
            case "type" -> event.type();
            default -> throw new AssertionError("no field " + field + " of events");
        };
        return value == null ? "" : value;
    }

    @Override
    public boolean expires() {
        return true;
    }
}
