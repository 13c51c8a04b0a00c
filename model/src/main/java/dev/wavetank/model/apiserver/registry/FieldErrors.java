package dev.wavetank.model.apiserver.registry;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import java.util.ArrayList;
import java.util.List;

/** Findings of validation, which become one answer with code 422. */
public final class FieldErrors {

    private final List<Status.Cause> causes = new ArrayList<>(0);

    /** Whether nothing was found. */
    public boolean isEmpty() {
        return causes.isEmpty();
    }

    /** A field has a value that it must not have. The value is given as it is to be shown. */
    public void invalid(String field, String value, String why) {
        causes.add(new Status.Cause("FieldValueInvalid", "Invalid value: " + value + ": " + why, field));
    }

    /** A field has no value. */
    public void required(String field, String why) {
        String message = why.isEmpty() ? "Required value" : "Required value: " + why;
        causes.add(new Status.Cause("FieldValueRequired", message, field));
    }

    /** A field must not be set, or not be changed. */
    public void forbidden(String field, String why) {
        causes.add(new Status.Cause("FieldValueForbidden", "Forbidden: " + why, field));
    }

    /** A field has none of the values that there are. The value is given as it is to be shown. */
    public void unsupported(String field, String value, List<String> supported) {
        String list = "\"" + String.join("\", \"", supported) + "\"";
        String message = "Unsupported value: " + value + ": supported values: " + list;
        causes.add(new Status.Cause("FieldValueNotSupported", message, field));
    }

    /** A number must not be negative. */
    public void notNegative(String field, Integer value) {
        if (value != null && value < 0) {
            invalid(field, value.toString(), "must be greater than or equal to 0");
        }
    }

    /** The answer. */
    public Status status(ResourceType resource, String name) {
        String group = resource.group().isEmpty() ? null : resource.group();
        String kind = group == null ? resource.kind() : resource.kind() + "." + group;
        List<String> lines = new ArrayList<>(causes.size());
        causes.forEach(cause -> lines.add(cause.field() + ": " + cause.message()));
        String all = lines.size() == 1 ? lines.get(0) : "[" + String.join(", ", lines) + "]";
        String shown = name == null ? "" : name;
        return Status.failure(
                422,
                "Invalid",
                kind + " \"" + shown + "\" is invalid: " + all,
                new Status.Details(
                        shown.isEmpty() ? null : shown, group, resource.kind(), null, List.copyOf(causes), null));
    }
}
