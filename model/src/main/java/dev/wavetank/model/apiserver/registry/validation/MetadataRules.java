package dev.wavetank.model.apiserver.registry.validation;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Finds mistakes in metadata. The texts are those of the recorded server (v1.20). */
public final class MetadataRules {

    private static final int ANNOTATIONS_MAX = 256 * 1024;
    private static final String IMMUTABLE = "field is immutable";
    private static final List<String> STANDARD_FINALIZERS = List.of("kubernetes", "orphan", "foregroundDeletion");
    private static final List<String> EXTENSION_GROUPS = List.of("apiextensions.k8s.io", "apiregistration.k8s.io");

    private static final String OWNERS = "metadata.ownerReferences";

    private MetadataRules() {}

    /** Checks metadata of a new object of the resource. */
    public static void validate(ResourceType resource, ObjectMeta metadata, FieldErrors errors) {
        String prefix = metadata.generateName();
        if (prefix != null && !prefix.isEmpty()) {
            // What follows a trailing hyphen is not known yet.
            String masked = prefix.endsWith("-") ? prefix.substring(0, prefix.length() - 1) + "a" : prefix;
            invalid(nameRules(resource, masked, errors.version()), "metadata.generateName", prefix, errors);
        }
        String name = metadata.name();
        if (name == null || name.isEmpty()) {
            errors.required("metadata.name", "name or generateName is required");
        } else {
            invalid(nameRules(resource, name, errors.version()), "metadata.name", name, errors);
        }
        validateCommon(metadata, errors);
        validateOwnFinalizers(resource, metadata.finalizers(), errors);
    }

    /** What is wrong with the name of a Service. */
    public static List<String> serviceName(String name, KubernetesVersion version) {
        return version.has(Feature.RELAXED_SERVICE_NAMES) ? NameRules.label(name) : NameRules.oldLabel(name);
    }

    private static List<String> nameRules(ResourceType resource, String name, KubernetesVersion version) {
        if (resource.group().equals("rbac.authorization.k8s.io")) {
            return NameRules.pathSegment(name);
        }
        return switch (resource.kind()) {
            case "Namespace" -> NameRules.label(name);
            case "Service" -> serviceName(name, version);
            default -> NameRules.subdomain(name);
        };
    }

    /**
     * Checks changed metadata of an object of the resource against those before. The real server looks twice: once for
     * all objects, once with what is special about the kind.
     */
    public static void validateUpdate(
            ResourceType resource, ObjectMeta changed, ObjectMeta before, FieldErrors errors) {
        if (changed == before) {
            return;
        }
        validateChange(changed, before, errors);
        if (!errors.isEmpty()) {
            validateChange(changed, before, errors);
        }
        validateOwnFinalizers(resource, changed.finalizers(), errors);
    }

    private static void validateChange(ObjectMeta changed, ObjectMeta before, FieldErrors errors) {
        if (before.isDeleting() && !before.finalizers().containsAll(changed.finalizers())) {
            List<String> added = new ArrayList<>(changed.finalizers());
            added.removeAll(before.finalizers());
            errors.forbidden(
                    "metadata.finalizers",
                    "no new finalizers can be added if the object is being deleted, found new finalizers "
                            + GoSyntax.strings(added));
        }
        if (changed.generation() != null && before.generation() != null && changed.generation() < before.generation()) {
            errors.invalid("metadata.generation", changed.generation().toString(), "must not be decremented");
        }
        immutable("metadata.name", changed.name(), before.name(), errors);
        immutable("metadata.namespace", changed.namespace(), before.namespace(), errors);
        immutable("metadata.uid", changed.uid(), before.uid(), errors);
        if (changed.deletionTimestamp() != null && !changed.deletionTimestamp().equals(before.deletionTimestamp())) {
            errors.invalid("metadata.deletionTimestamp", GoSyntax.of(changed.deletionTimestamp()), IMMUTABLE);
        }
        validateCommon(changed, errors);
    }

    private static void immutable(String field, String changed, String before, FieldErrors errors) {
        if (changed != null && !changed.equals(before)) {
            errors.invalid(field, GoSyntax.of(changed), IMMUTABLE);
        }
    }

    private static void validateCommon(ObjectMeta metadata, FieldErrors errors) {
        validateLabels(metadata.labels(), "metadata.labels", errors);
        validateAnnotations(metadata.annotations(), "metadata.annotations", errors);
        validateOwners(metadata.ownerReferences(), errors);
        for (String finalizer : metadata.finalizers()) {
            invalid(NameRules.qualified(finalizer), "metadata.finalizers", finalizer, errors);
        }
    }

    /**
     * The kinds of Kubernetes itself have only a few finalizers without a domain ({@code ValidateObjectMeta} in
     * {@code pkg/apis/core/validation}, which names the index; what every object must obey has none). Definitions,
     * services of other servers, and custom resources may have any ({@code validateKubeFinalizerName} is not called
     * for them).
     */
    private static void validateOwnFinalizers(ResourceType resource, List<String> finalizers, FieldErrors errors) {
        if (finalizers.isEmpty() || resource.isCustom() || EXTENSION_GROUPS.contains(resource.group())) {
            return;
        }
        for (int i = 0; i < finalizers.size(); i++) {
            String finalizer = finalizers.get(i);
            if (finalizer.indexOf('/') < 0 && !STANDARD_FINALIZERS.contains(finalizer)) {
                errors.invalid(
                        "metadata.finalizers[" + i + "]",
                        GoSyntax.of(finalizer),
                        "name is neither a standard finalizer name nor is it fully qualified");
            }
        }
    }

    /** Checks that a name is a DNS label. */
    public static void validateLabelName(String name, String path, FieldErrors errors) {
        invalid(NameRules.label(name), path, name, errors);
    }

    /** Checks keys and values of labels. */
    public static void validateLabels(Map<String, String> labels, String path, FieldErrors errors) {
        for (Map.Entry<String, String> label : labels.entrySet()) {
            invalid(NameRules.qualified(label.getKey()), path, label.getKey(), errors);
            invalid(NameRules.labelValue(label.getValue()), path, label.getValue(), errors);
        }
    }

    /** Checks keys of annotations, and their size. */
    public static void validateAnnotations(Map<String, String> annotations, String path, FieldErrors errors) {
        long size = 0;
        for (Map.Entry<String, String> annotation : annotations.entrySet()) {
            String key = annotation.getKey();
            invalid(NameRules.qualified(key.toLowerCase(Locale.ROOT)), path, key, errors);
            size += key.length() + (long) annotation.getValue().length();
        }
        if (size > ANNOTATIONS_MAX) {
            errors.tooLong(path, ANNOTATIONS_MAX);
        }
    }

    /** Says of a value all that is wrong with it. */
    public static void invalid(List<String> wrong, String path, String value, FieldErrors errors) {
        for (String why : wrong) {
            errors.invalid(path, GoSyntax.of(value), why);
        }
    }

    private static void validateOwners(List<OwnerReference> owners, FieldErrors errors) {
        List<OwnerReference> controllers = new ArrayList<>(1);
        for (OwnerReference owner : owners) {
            validateOwner(owner, errors);
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

    /** The first mistakes of {@code validateOwnerReference}, in its order. */
    private static void validateOwner(OwnerReference owner, FieldErrors errors) {
        String version = owner.apiVersion() == null ? "" : owner.apiVersion();
        boolean readable = version.indexOf('/') == version.lastIndexOf('/');
        if (!readable || version.isEmpty() || version.endsWith("/")) {
            errors.invalid(OWNERS + ".apiVersion", GoSyntax.of(version), "version must not be empty");
        }
        notEmpty("kind", owner.kind(), errors);
        notEmpty("name", owner.name(), errors);
        notEmpty("uid", owner.uid(), errors);
        if (version.equals("v1") && "Event".equals(owner.kind())) {
            errors.invalid(OWNERS, reference(owner), "/v1, Kind=Event is disallowed from being an owner");
        }
    }

    private static void notEmpty(String field, String value, FieldErrors errors) {
        if (value == null || value.isEmpty()) {
            errors.invalid(OWNERS + "." + field, "\"\"", field + " must not be empty");
        }
    }

    /** The real server shows addresses of booleans, which mean nothing; here they are shown as 0x1. */
    private static String references(List<OwnerReference> owners) {
        List<String> shown = new ArrayList<>(owners.size());
        for (OwnerReference owner : owners) {
            shown.add(reference(owner));
        }
        return "[]v1.OwnerReference{" + String.join(", ", shown) + "}";
    }

    private static String reference(OwnerReference owner) {
        return "v1.OwnerReference{APIVersion:" + GoSyntax.of(owner.apiVersion()) + ", Kind:"
                + GoSyntax.of(owner.kind()) + ", Name:" + GoSyntax.of(owner.name()) + ", UID:"
                + GoSyntax.of(owner.uid()) + ", Controller:" + pointer(owner.controller())
                + ", BlockOwnerDeletion:" + pointer(owner.blockOwnerDeletion()) + "}";
    }

    private static String pointer(Boolean value) {
        return value == null ? "(*bool)(nil)" : "(*bool)(0x1)";
    }
}
