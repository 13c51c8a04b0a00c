package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.GoSyntax;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.apiserver.registry.validation.MetadataRules;
import dev.wavetank.model.apiserver.registry.validation.NameRules;
import dev.wavetank.model.apiserver.registry.validation.ResourceNames;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds mistakes in containers. The texts and their order are those of the recorded server (v1.20). */
final class ContainerValidation {

    private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
    private static final List<String> MESSAGE_POLICIES = List.of("File", "FallbackToLogsOnError");
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
    private static final List<String> PROBE_NUMBERS =
            List.of("initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold");
    private static final List<String> PROBE_HANDLERS = List.of("exec", "httpGet", "tcpSocket", "grpc");
    private static final int PORT_MAX = 65535;
    private static final int PORT_NAME_MAX = 15;

    private ContainerValidation() {}

    /** Checks containers that may mount the named volumes. */
    static void validate(List<Container> containers, Set<String> volumes, String path, FieldErrors errors) {
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < containers.size(); i++) {
            Container container = containers.get(i);
            boolean unique = container.name() == null || names.add(container.name());
            if (!unique || !isClearlyFine(container, volumes)) {
                container(container, volumes, path + "[" + i + "]", unique, errors);
            }
        }
    }

    /** Most containers are: then no path needs to be put together. */
    private static boolean isClearlyFine(Container container, Set<String> volumes) {
        FieldErrors trial = new FieldErrors();
        container(container, volumes, "", true, trial);
        return trial.isEmpty();
    }

    private static void container(
            Container container, Set<String> volumes, String path, boolean unique, FieldErrors errors) {
        String name = container.name();
        if (name == null || name.isEmpty()) {
            errors.required(path + ".name", "");
        } else {
            MetadataRules.validateLabelName(name, path + ".name", errors);
            if (!unique) {
                errors.duplicate(path + ".name", GoSyntax.of(name));
            }
        }
        image(container.image(), path + ".image", errors);
        probe(container.livenessProbe(), path + ".livenessProbe", errors);
        probe(container.readinessProbe(), path + ".readinessProbe", errors);
        String messages = container.terminationMessagePolicy();
        if (messages != null && !MESSAGE_POLICIES.contains(messages)) {
            errors.invalid(
                    path + ".terminationMessagePolicy",
                    GoSyntax.of(messages),
                    "must be 'File' or 'FallbackToLogsOnError'");
        }
        ports(container.ports(), path + ".ports", errors);
        environment(JsonFields.list(container.other(), "env"), path + ".env", errors);
        mounts(container.volumeMounts(), volumes, path + ".volumeMounts", errors);
        errors.oneOf(path + ".imagePullPolicy", container.imagePullPolicy(), PULL_POLICIES);
        if (container.resources() != null) {
            ResourceNames.requirements(
                    container.resources().limits(), container.resources().requests(), path + ".resources", errors);
        }
    }

    private static void image(String image, String path, FieldErrors errors) {
        if (image == null || image.isEmpty()) {
            errors.required(path, "");
        } else if (!image.equals(image.strip())) {
            errors.invalid(path, GoSyntax.of(image), "must not have leading or trailing whitespace");
        }
    }

    private static void probe(Map<String, Object> probe, String path, FieldErrors errors) {
        if (probe == null) {
            return;
        }
        if (PROBE_HANDLERS.stream().noneMatch(probe::containsKey)) {
            errors.required(path, "must specify a handler type");
        }
        for (String field : PROBE_NUMBERS) {
            Long number = JsonFields.number(probe, field);
            if (number != null && number < 0) {
                errors.invalid(path + "." + field, number.toString(), "must be greater than or equal to 0");
            }
        }
    }

    private static void ports(List<Container.Port> ports, String path, FieldErrors errors) {
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            Container.Port port = ports.get(i);
            String at = path + "[" + i + "]";
            String name = port.name();
            if (name != null && !name.isEmpty()) {
                List<String> wrong = portName(name);
                MetadataRules.invalid(wrong, at + ".name", name, errors);
                if (wrong.isEmpty() && !names.add(name)) {
                    errors.duplicate(at + ".name", GoSyntax.of(name));
                }
            }
            if (port.containerPort() == null || port.containerPort() == 0) {
                errors.required(at + ".containerPort", "");
            } else {
                portNumber(port.containerPort(), at + ".containerPort", errors);
            }
            if (port.hostPort() != null && port.hostPort() != 0) {
                portNumber(port.hostPort(), at + ".hostPort", errors);
            }
            errors.oneOf(at + ".protocol", port.protocol(), PROTOCOLS);
        }
    }

    private static void portNumber(int port, String path, FieldErrors errors) {
        if (port < 1 || port > PORT_MAX) {
            errors.invalid(path, Integer.toString(port), "must be between 1 and 65535, inclusive");
        }
    }

    private static List<String> portName(String name) {
        List<String> wrong = new ArrayList<>(0);
        if (name.length() > PORT_NAME_MAX) {
            wrong.add("must be no more than 15 characters");
        }
        if (!name.chars().allMatch(c -> c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-')) {
            wrong.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
        }
        if (name.chars().noneMatch(c -> c >= 'a' && c <= 'z')) {
            wrong.add("must contain at least one letter (a-z)");
        }
        if (name.contains("--")) {
            wrong.add("must not contain consecutive hyphens");
        }
        if (name.startsWith("-") || name.endsWith("-")) {
            wrong.add("must not begin or end with a hyphen");
        }
        return wrong;
    }

    private static void environment(List<Map<String, Object>> variables, String path, FieldErrors errors) {
        for (int i = 0; i < variables.size(); i++) {
            Map<String, Object> variable = variables.get(i);
            String name = JsonFields.text(variable, "name");
            if (name.isEmpty()) {
                errors.required(path + "[" + i + "].name", "");
            } else {
                MetadataRules.invalid(NameRules.environmentVariable(name), path + "[" + i + "].name", name, errors);
            }
            if (variable.get("valueFrom") != null
                    && !JsonFields.text(variable, "value").isEmpty()) {
                errors.invalid(
                        path + "[" + i + "].valueFrom", "\"\"", "may not be specified when `value` is not empty");
            }
        }
    }

    private static void mounts(List<Map<String, Object>> mounts, Set<String> volumes, String path, FieldErrors errors) {
        Set<String> paths = new LinkedHashSet<>();
        for (int i = 0; i < mounts.size(); i++) {
            String name = JsonFields.text(mounts.get(i), "name");
            String mountPath = JsonFields.text(mounts.get(i), "mountPath");
            if (name.isEmpty()) {
                errors.required(path + "[" + i + "].name", "");
            }
            if (!volumes.contains(name)) {
                errors.notFound(path + "[" + i + "].name", GoSyntax.of(name));
            }
            if (mountPath.isEmpty()) {
                errors.required(path + "[" + i + "].mountPath", "");
            }
            if (!paths.add(mountPath)) {
                errors.invalid(path + "[" + i + "].mountPath", GoSyntax.of(mountPath), "must be unique");
            }
        }
    }
}
