package dev.wavetank.model.apiserver.registry.validation;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Findings of validation, which become one answer with code 422. */
public final class FieldErrors {

    private static final String CHARACTERS = "characters";

    private final List<Status.Cause> causes = new ArrayList<>(0);
    private final KubernetesVersion version;

    /**
     * Nothing found yet.
     *
     * @param version the version whose rules and texts count
     */
    public FieldErrors(KubernetesVersion version) {
        this.version = version;
    }

    /** The release whose rules are followed. */
    public KubernetesVersion version() {
        return version;
    }

    /** Whether nothing was found. */
    public boolean isEmpty() {
        return causes.isEmpty();
    }

    /** Takes over the findings of another. */
    public void addAll(FieldErrors others) {
        causes.addAll(others.causes);
    }

    /** A finding in other words than those below. */
    public void add(String reason, String field, String message) {
        causes.add(new Status.Cause(reason, message, field));
    }

    /** A field has a value that it must not have. The value is given as it is to be shown. */
    public void invalid(String field, String value, String why) {
        causes.add(new Status.Cause("FieldValueInvalid", "Invalid value: " + value + ": " + inUnits(why), field));
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

    /** A field, if it is set, must have one of the values that there are. */
    public void oneOf(String field, String value, List<String> supported) {
        if (value != null && !supported.contains(value)) {
            unsupported(field, GoSyntax.of(value), supported);
        }
    }

    /** A field refers to something that is not there. The value is given as it is to be shown. */
    public void notFound(String field, String value) {
        causes.add(new Status.Cause("FieldValueNotFound", "Not found: " + value, field));
    }

    /** A field has the value of another one, where all must differ. The value is given as it is to be shown. */
    public void duplicate(String field, String value) {
        causes.add(new Status.Cause("FieldValueDuplicate", "Duplicate value: " + value, field));
    }

    /** The text of a field must not change; an absent one counts as empty. */
    public void immutable(String field, String value) {
        invalid(field, GoSyntax.of(value), "field is immutable");
    }

    /** A field has more bytes than it may have. */
    public void tooLong(String field, int bytesMax) {
        causes.add(new Status.Cause("FieldValueTooLong", "Too long: " + tooLong(bytesMax), field));
    }

    /** Lengths are in bytes; some versions call them characters. */
    private String inUnits(String why) {
        boolean counted = why.startsWith("must be no more than ") && why.endsWith(CHARACTERS);
        return counted && version.has(Feature.LENGTHS_IN_BYTES)
                ? why.substring(0, why.length() - CHARACTERS.length()) + "bytes"
                : why;
    }

    private String tooLong(int bytesMax) {
        return (version.has(Feature.LENGTHS_IN_BYTES) ? "may not be more than " : "must have at most ")
                + bytesMax
                + (version.has(Feature.TOO_LONG_COUNTS_BYTES) ? " bytes" : " " + CHARACTERS);
    }

    /** A number must not be negative. */
    public void notNegative(String field, Integer value) {
        if (value != null && value < 0) {
            invalid(field, value.toString(), "must be greater than or equal to 0");
        }
    }

    /** A number must not be negative. */
    public void notNegative(String field, Long value) {
        if (value != null && value < 0) {
            invalid(field, value.toString(), "must be greater than or equal to 0");
        }
    }

    /** A text, unless it is absent or empty, must be one of the values that there are. */
    public void oneOfIfSet(String field, String value, List<String> supported) {
        if (isSet(value)) {
            oneOf(field, value, supported);
        }
    }

    /** Requires a text, and returns whether there is one. */
    public boolean require(String field, String value) {
        if (!isSet(value)) {
            required(field, "");
        }
        return isSet(value);
    }

    /** A text must have the form of a name; an absent one counts as empty. */
    public void named(String field, String value, Function<String, List<String>> form) {
        String text = value == null ? "" : value;
        form.apply(text).forEach(why -> invalid(field, GoSyntax.of(text), why));
    }

    /** A text, unless it is absent or empty, must have the form of a name. */
    public void namedIfSet(String field, String value, Function<String, List<String>> form) {
        if (isSet(value)) {
            named(field, value, form);
        }
    }

    /** A list must not have more items than so many; returns whether it has few enough. */
    public boolean atMost(String field, int count, int max) {
        if (count > max) {
            add("FieldValueTooMany", field, "Too many: " + count + ": must have at most " + max + " items");
        }
        return count <= max;
    }

    private static boolean isSet(String value) {
        return value != null && !value.isEmpty();
    }

    /** The answer about an object of a resource. */
    public Status status(ResourceType resource, String name) {
        return status(resource.group(), resource.kind(), name);
    }

    /** The answer about something that need not be a resource, such as {@code DeleteOptions}. */
    public Status status(String ofGroup, String ofKind, String name) {
        String group = ofGroup.isEmpty() ? null : ofGroup;
        String kind = group == null ? ofKind : ofKind + "." + group;
        // The same finding twice is said once, but counts as two causes.
        Set<String> lines = new LinkedHashSet<>();
        causes.forEach(cause -> lines.add(cause.field() + ": " + cause.message()));
        String all = String.join(", ", lines);
        String shown = name == null ? "" : name;
        return Status.failure(
                StatusReason.INVALID,
                kind + " \"" + shown + "\" is invalid: " + (lines.size() == 1 ? all : "[" + all + "]"),
                new Status.Details(shown.isEmpty() ? null : shown, group, ofKind, null, List.copyOf(causes), null));
    }
}
