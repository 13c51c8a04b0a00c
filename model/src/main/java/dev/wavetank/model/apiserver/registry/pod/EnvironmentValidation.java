package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.validation.FieldCursor;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Finds mistakes in environment variables, and in where fields of pods are quoted. */
final class EnvironmentValidation {

    private static final List<String> SOURCES =
            List.of("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef");
    private static final String HOST_IPS = "status.hostIPs";
    private static final List<String> CONVERTIBLE = List.of(
            "metadata.annotations",
            "metadata.labels",
            "metadata.name",
            "metadata.namespace",
            "metadata.uid",
            "spec.nodeName",
            "spec.restartPolicy",
            "spec.serviceAccountName",
            "spec.schedulerName",
            "status.phase",
            "status.hostIP",
            HOST_IPS,
            "status.podIP",
            "status.podIPs");
    private static final List<String> FOR_VARIABLES = List.of(
            "metadata.name",
            "metadata.namespace",
            "metadata.uid",
            "spec.nodeName",
            "spec.serviceAccountName",
            "status.hostIP",
            HOST_IPS,
            "status.podIP",
            "status.podIPs");
    private static final List<String> FOR_OLD_VARIABLES =
            FOR_VARIABLES.stream().filter(field -> !field.equals(HOST_IPS)).toList();
    private static final List<String> FOR_VOLUMES =
            List.of("metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid");
    private static final List<String> AMOUNTS = List.of(
            "limits.cpu",
            "limits.ephemeral-storage",
            "limits.memory",
            "requests.cpu",
            "requests.ephemeral-storage",
            "requests.memory");

    private EnvironmentValidation() {}

    private static Function<String, List<String>> names(FieldCursor part) {
        return part.errors().version().has(Feature.RELAXED_ENVIRONMENT_VARIABLE_NAMES)
                ? NameRules::relaxedEnvironmentVariable
                : NameRules::environmentVariable;
    }

    /** Checks the variables of a container and where whole sets of them come from. */
    static void validate(FieldCursor container) {
        for (FieldCursor variable : container.items("env")) {
            if (variable.require("name")) {
                variable.named("name", names(variable));
            }
            if (variable.has("valueFrom")) {
                source(variable);
            }
        }
        for (FieldCursor set : container.items("envFrom")) {
            set.namedIfSet("prefix", names(set));
            List<String> present = set.present(List.of("configMapRef", "secretRef"));
            present.forEach(reference -> set.child(reference).require("name"));
            if (present.isEmpty()) {
                container.invalid("envFrom", "\"\"", "must specify one of: `configMapRef` or `secretRef`");
            } else if (present.size() > 1) {
                container.invalid("envFrom", "\"\"", "may not have more than one field specified at a time");
            }
        }
    }

    private static void source(FieldCursor variable) {
        FieldCursor source = variable.child("valueFrom");
        List<String> present = source.present(SOURCES);
        for (String kind : present) {
            switch (kind) {
                case "fieldRef" ->
                    field(source.child(kind), hasHostAddresses(source) ? FOR_VARIABLES : FOR_OLD_VARIABLES);
                case "resourceFieldRef" -> amount(source.child(kind), false);
                default -> key(source.child(kind));
            }
        }
        String why = present.isEmpty()
                ? "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`"
                : !variable.text("value").isEmpty()
                        ? "may not be specified when `value` is not empty"
                        : present.size() > 1 ? "may not have more than one field specified at a time" : "";
        if (!why.isEmpty()) {
            variable.invalid("valueFrom", "\"\"", why);
        }
    }

    private static void key(FieldCursor reference) {
        reference.require("name");
        if (reference.require("key")) {
            reference.named("key", NameRules::configKey);
        }
    }

    private static boolean hasHostAddresses(FieldCursor reference) {
        return reference.errors().version().has(Feature.HOST_IPS);
    }

    /** Checks a reference to a field of a pod, for a file in a volume. */
    static void fieldForVolume(FieldCursor reference) {
        field(reference, FOR_VOLUMES);
    }

    private static void field(FieldCursor reference, List<String> supported) {
        String version = reference.text("apiVersion");
        if (!reference.require("fieldPath")) {
            return;
        }
        String path = reference.text("fieldPath");
        int bracket = path.indexOf("['");
        String field = bracket > 0 && path.endsWith("']") ? path.substring(0, bracket) : path;
        if (!version.isEmpty() && !version.equals("v1")) {
            reference.invalid("fieldPath", "error converting fieldPath: unsupported pod version: " + version);
        } else if (!CONVERTIBLE.contains(field) || field.equals(HOST_IPS) && !hasHostAddresses(reference)) {
            reference.invalid("fieldPath", "error converting fieldPath: field label not supported: " + path);
        } else if (!field.equals(path)) {
            String key = path.substring(bracket + 2, path.length() - 2);
            if (field.equals("metadata.annotations") || field.equals("metadata.labels")) {
                String plain = field.endsWith("labels") ? key : key.toLowerCase(Locale.ROOT);
                NameRules.qualified(plain)
                        .forEach(why -> reference.errors().invalid(reference.path(), GoSyntax.of(key), why));
            } else {
                reference.errors().invalid(reference.path(), GoSyntax.of(field), "does not support subscript");
            }
        } else {
            reference.errors().oneOf(reference.at("fieldPath"), path, supported);
        }
    }

    /** Checks a reference to what a container asks for. */
    static void amount(FieldCursor reference, boolean inVolume) {
        if (inVolume && !reference.require("containerName")) {
            return;
        }
        if (reference.require("resource")) {
            reference.oneOf("resource", AMOUNTS);
        }
    }
}
