package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.scheduler.config.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is wrong with the fields of a configuration, in the words of {@code util/validation/field}. */
final class FieldErrors {

    private static final int NAME_MAX = 63;
    private static final int PREFIX_MAX = 253;
    private static final String WORD =
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and end"
                    + " with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used"
                    + " for validation"
                    + " is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
    private static final String SUBDOMAIN = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
            + " characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com',"
            + " regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

    private final List<String> texts = new ArrayList<>();
    private @Nullable String first;

    /** A whole sentence about a field. */
    void add(String field, String text) {
        if (first == null) {
            first = field;
        }
        if (!texts.contains(text)) {
            texts.add(text);
        }
    }

    /** A value that is not allowed. */
    void invalid(String field, Object value, String why) {
        String shown = value instanceof String text ? GoText.quoted(text) : value.toString();
        add(field, field + ": Invalid value: " + shown + ": " + why);
    }

    /** A value that is not one of those that are allowed. */
    void unsupported(String field, String value, List<String> supported) {
        add(
                field,
                field + ": Unsupported value: " + GoText.quoted(value) + ": supported values: "
                        + supported.stream().map(GoText::quoted).collect(Collectors.joining(", ")));
    }

    /** A value that is missing. */
    void required(String field, String why) {
        add(field, field + ": Required value" + (why.isEmpty() ? "" : ": " + why));
    }

    /** A value that must not be there. */
    void forbidden(String field, String why) {
        add(field, field + ": Forbidden: " + why);
    }

    /** A value that another place has already. */
    void duplicate(String field, String shown) {
        add(field, field + ": Duplicate value: " + shown);
    }

    /** A name with an optional domain and a slash ({@code IsQualifiedName}). */
    void qualifiedName(String field, String name) {
        String[] parts = name.split("/", -1);
        String last = parts[parts.length - 1];
        if (parts.length > 2) {
            invalid(
                    field,
                    name,
                    "a qualified name " + WORD + " with an optional DNS subdomain prefix and '/'"
                            + " (e.g. 'example.com/MyName')");
            return;
        }
        if (parts.length == 2 && parts[0].isEmpty()) {
            invalid(field, name, "prefix part must be non-empty");
        } else if (parts.length == 2) {
            prefix(field, name, parts[0]);
        }
        if (last.isEmpty()) {
            invalid(field, name, "name part must be non-empty");
        } else if (last.length() > NAME_MAX) {
            invalid(field, name, "name part must be no more than " + NAME_MAX + " characters");
        }
        if (!last.matches("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]")) {
            invalid(field, name, "name part " + WORD);
        }
    }

    private void prefix(String field, String name, String prefix) {
        if (prefix.length() > PREFIX_MAX) {
            invalid(field, name, "prefix part must be no more than " + PREFIX_MAX + " characters");
        }
        if (!prefix.matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")) {
            invalid(field, name, "prefix part " + SUBDOMAIN);
        }
    }

    /** Whether nothing is wrong. */
    boolean isEmpty() {
        return texts.isEmpty();
    }

    /** All of them in one line, as Go's aggregates print themselves. */
    String text() {
        return texts.size() == 1 ? texts.get(0) : "[" + String.join(", ", texts) + "]";
    }

    /** Takes over what another check has found. */
    void addAll(FieldErrors others) {
        others.texts.forEach(text -> add(String.valueOf(others.first), text));
    }

    /**
     * Does nothing when nothing is wrong.
     *
     * @param prefix what stands before the errors
     * @throws ConfigurationException with all errors
     */
    void report(String prefix) {
        if (first != null) {
            report(prefix, first);
        }
    }

    /** The same about a field of the file that holds them all. */
    void report(String prefix, String field) {
        if (first != null) {
            throw new ConfigurationException(field, prefix + text());
        }
    }
}
