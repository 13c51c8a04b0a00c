package dev.wavetank.model.apiserver.registry;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Finds mistakes in metadata. The texts are those of the recorded server (v1.20); nothing here uses regular
 * expressions.
 */
public final class MetadataRules {

    private static final int NAME_MAX = 253;
    private static final int LABEL_MAX = 63;
    private static final String SUBDOMAIN = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
            + " characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com',"
            + " regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    private static final String LABEL = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters"
            + " or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex"
            + " used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
    private static final String LABEL_KEY = "name part must consist of alphanumeric characters, '-', '_' or '.', and"
            + " must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex"
            + " used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
    private static final String LABEL_VALUE = "a valid label must be an empty string or consist of alphanumeric"
            + " characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue', "
            + " or 'my_value',  or '12345', regex used for validation is"
            + " '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

    private MetadataRules() {}

    /** Checks name, labels and owners of an object of the resource. */
    public static void validate(ResourceType resource, ObjectMeta metadata, FieldErrors errors) {
        String name = metadata.name();
        if (name == null || name.isEmpty()) {
            errors.required("metadata.name", "name or generateName is required");
        } else if (resource.kind().equals("Namespace")) {
            validateLabelName(name, "metadata.name", errors);
        } else if (name.length() > NAME_MAX) {
            errors.invalid("metadata.name", GoSyntax.of(name), "must be no more than 253 characters");
        } else if (!isSubdomain(name)) {
            errors.invalid("metadata.name", GoSyntax.of(name), SUBDOMAIN);
        }
        validateLabels(metadata.labels(), "metadata.labels", errors);
        validateOwners(metadata.ownerReferences(), errors);
    }

    /** Checks that an object whose deletion has begun gets no new finalizers. */
    public static void validateUpdate(ObjectMeta changed, ObjectMeta before, FieldErrors errors) {
        if (!before.isDeleting() || before.finalizers().containsAll(changed.finalizers())) {
            return;
        }
        List<String> added = new ArrayList<>(changed.finalizers());
        added.removeAll(before.finalizers());
        errors.forbidden(
                "metadata.finalizers",
                "no new finalizers can be added if the object is being deleted, found new finalizers "
                        + GoSyntax.strings(added));
    }

    /** Checks that a name is a DNS label. */
    static void validateLabelName(String name, String path, FieldErrors errors) {
        if (name.length() > LABEL_MAX) {
            errors.invalid(path, GoSyntax.of(name), "must be no more than 63 characters");
        } else if (name.indexOf('.') >= 0 || !isSubdomain(name)) {
            errors.invalid(path, GoSyntax.of(name), LABEL);
        }
    }

    /** Checks keys and values of labels. */
    static void validateLabels(Map<String, String> labels, String path, FieldErrors errors) {
        for (Map.Entry<String, String> label : labels.entrySet()) {
            String key = label.getKey();
            String value = label.getValue();
            String keyName = key.substring(key.indexOf('/') + 1);
            if (keyName.isEmpty() || !isWord(keyName)) {
                errors.invalid(path, GoSyntax.of(key), LABEL_KEY);
            }
            if (value.length() > LABEL_MAX) {
                errors.invalid(path, GoSyntax.of(value), "must be no more than 63 characters");
            } else if (!value.isEmpty() && !isWord(value)) {
                errors.invalid(path, GoSyntax.of(value), LABEL_VALUE);
            }
        }
    }

    private static void validateOwners(List<OwnerReference> owners, FieldErrors errors) {
        List<OwnerReference> controllers = new ArrayList<>(1);
        for (OwnerReference owner : owners) {
            if (owner.uid() == null || owner.uid().isEmpty()) {
                errors.invalid("metadata.ownerReferences.uid", "\"\"", "uid must not be empty");
            }
            if (owner.isController()) {
                controllers.add(owner);
            }
        }
        if (controllers.size() > 1) {
            errors.invalid(
                    "metadata.ownerReferences",
                    references(owners),
                    "Only one reference can have Controller set to true. Found \"true\" in references for "
                            + controllers.get(0).name() + " and "
                            + controllers.get(1).name());
        }
    }

    /** The real server shows addresses of booleans, which mean nothing; here they are shown as 0x1. */
    private static String references(List<OwnerReference> owners) {
        List<String> shown = new ArrayList<>(owners.size());
        for (OwnerReference owner : owners) {
            shown.add("v1.OwnerReference{APIVersion:" + GoSyntax.of(owner.apiVersion()) + ", Kind:"
                    + GoSyntax.of(owner.kind()) + ", Name:" + GoSyntax.of(owner.name()) + ", UID:"
                    + GoSyntax.of(owner.uid()) + ", Controller:" + pointer(owner.controller())
                    + ", BlockOwnerDeletion:" + pointer(owner.blockOwnerDeletion()) + "}");
        }
        return "[]v1.OwnerReference{" + String.join(", ", shown) + "}";
    }

    private static String pointer(Boolean value) {
        return value == null ? "(*bool)(nil)" : "(*bool)(0x1)";
    }

    /** Lower-case words of letters, digits and inner hyphens, joined by dots. */
    private static boolean isSubdomain(String name) {
        boolean wordMayEnd = false;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean alphanumeric = c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
            if (!alphanumeric && (c != '-' && c != '.' || i == 0)) {
                return false;
            }
            if (c == '.' && !wordMayEnd || c == '-' && name.charAt(i - 1) == '.') {
                return false;
            }
            wordMayEnd = alphanumeric;
        }
        return wordMayEnd;
    }

    /** Letters and digits, with inner hyphens, underscores and dots. */
    private static boolean isWord(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean inner = i > 0 && i < text.length() - 1;
            if (!isAlphanumeric(c) && !(inner && (c == '-' || c == '_' || c == '.'))) {
                return false;
            }
        }
        return text.length() <= LABEL_MAX;
    }

    private static boolean isAlphanumeric(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }
}
