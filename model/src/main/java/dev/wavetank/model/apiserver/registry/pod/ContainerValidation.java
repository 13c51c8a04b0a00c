package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.apiserver.registry.validation.FieldCursor;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.MetadataRules;
import dev.wavetank.model.apiserver.registry.validation.PortRules;
import dev.wavetank.model.apiserver.registry.validation.ResourceNames;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds mistakes in containers. The texts and their order are those of the recorded server (v1.20). */
final class ContainerValidation {

    private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
    private static final List<String> MESSAGE_POLICIES = List.of("File", "FallbackToLogsOnError");
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
    private static final int PORT_MAX = 65535;
    private static final int RULES_MAX = 20;
    private static final int CODES_MAX = 255;

    private ContainerValidation() {}

    /** Checks containers that may mount the named volumes. */
    static void validate(List<Container> containers, Set<String> volumes, String path, FieldErrors errors) {
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < containers.size(); i++) {
            Container container = containers.get(i);
            boolean unique = container.name() == null || names.add(container.name());
            if (!unique || !isClearlyFine(container, volumes, errors.version())) {
                container(container, volumes, path + "[" + i + "]", unique, errors);
            }
        }
    }

    /** Most containers are: then no path needs to be put together. */
    private static boolean isClearlyFine(Container container, Set<String> volumes, KubernetesVersion version) {
        FieldErrors trial = new FieldErrors(version);
        container(container, volumes, "", true, trial);
        return trial.isEmpty();
    }

    private static void container(
            Container container, Set<String> volumes, String path, boolean unique, FieldErrors errors) {
        FieldCursor other = new FieldCursor(container.other(), path, errors);
        String name = container.name();
        if (name == null || name.isEmpty()) {
            errors.required(path + ".name", "");
        } else {
            MetadataRules.validateLabelName(name, path + ".name", errors);
        }
        if (!unique) {
            errors.duplicate(path + ".name", GoSyntax.of(name));
        }
        if (container.image() == null || container.image().isEmpty()) {
            errors.required(path + ".image", "");
        }
        HandlerValidation.lifecycle(other.child("lifecycle"));
        HandlerValidation.probeOfOneSuccess(container.livenessProbe(), path + ".livenessProbe", errors);
        if (other.has("startupProbe")) {
            FieldCursor startup = other.child("startupProbe");
            HandlerValidation.probeOfOneSuccess(startup.fields(), startup.path(), errors);
        }
        HandlerValidation.readiness(container.readinessProbe(), path + ".readinessProbe", errors);
        String messages = container.terminationMessagePolicy();
        if (messages != null && !MESSAGE_POLICIES.contains(messages)) {
            errors.invalid(
                    path + ".terminationMessagePolicy",
                    GoSyntax.of(messages),
                    "must be 'File' or 'FallbackToLogsOnError'");
        }
        ports(container.ports(), path + ".ports", errors);
        EnvironmentValidation.validate(other);
        mounts(container, volumes, other);
        errors.oneOf(path + ".imagePullPolicy", container.imagePullPolicy(), PULL_POLICIES);
        if (container.resources() != null) {
            ResourceNames.requirements(
                    container.resources().limits(), container.resources().requests(), path + ".resources", errors);
        }
        SecurityValidation.ofContainer(other);
    }

    /** Which changes of resources restart a container ({@code validateResizePolicy}, v1.34). */
    static void resizePolicies(PodSpec spec, String path, FieldErrors errors) {
        resizePolicies(spec.containers(), spec.restartPolicy(), path + ".containers", errors);
        resizePolicies(spec.initContainers(), spec.restartPolicy(), path + ".initContainers", errors);
    }

    private static void resizePolicies(
            List<Container> containers, String restartPolicy, String path, FieldErrors errors) {
        for (int i = 0; i < containers.size(); i++) {
            if (!(containers.get(i).other().get("resizePolicy") instanceof List<?> policies)) {
                continue;
            }
            String field = path + "[" + i + "].resizePolicy";
            Set<String> names = new LinkedHashSet<>();
            for (int j = 0; j < policies.size(); j++) {
                Map<?, ?> policy = (Map<?, ?>) policies.get(j);
                String name = policy.get("resourceName") instanceof String text ? text : "";
                String restart = policy.get("restartPolicy") instanceof String text ? text : "";
                if (!names.add(name)) {
                    errors.duplicate(field + "[" + j + "]", GoSyntax.of(name));
                }
                if (name.isEmpty()) {
                    errors.required(field, "");
                } else {
                    errors.oneOf(field, name, List.of("cpu", "memory"));
                }
                if (restart.isEmpty()) {
                    errors.required(field, "");
                } else {
                    errors.oneOf(field, restart, List.of("NotRequired", "RestartContainer"));
                }
                if ("Never".equals(restartPolicy) && !restart.equals("NotRequired")) {
                    errors.invalid(
                            field, GoSyntax.of(restart), "must be 'NotRequired' when `restartPolicy` is 'Never'");
                }
            }
        }
    }

    private static void mounts(Container container, Set<String> volumes, FieldCursor other) {
        if (container.volumeMounts().isEmpty() && !other.has("volumeDevices")) {
            return;
        }
        Map<String, Object> fields = new LinkedHashMap<>(container.other());
        fields.put("volumeMounts", container.volumeMounts());
        VolumeValidation.mounts(new FieldCursor(fields, other.path(), other.errors()), volumes);
    }

    /** Containers with restart policies of their own: once sidecars only, and since KEP-5307 others, too. */
    static void restartPolicies(PodSpec spec, String path, FieldErrors errors) {
        boolean any = errors.version().has(Feature.CONTAINER_RESTART_POLICIES);
        List<String> ofInit = any ? List.of("Always", "Never", "OnFailure") : List.of("Always");
        for (int i = 0; i < spec.containers().size(); i++) {
            FieldCursor container =
                    new FieldCursor(spec.containers().get(i).other(), path + ".containers[" + i + "]", errors);
            if (any) {
                container.oneOfIfSet("restartPolicy", ofInit);
                restartRules(container);
            } else if (container.has("restartPolicy")) {
                container.forbidden("restartPolicy", "may not be set for non-init containers");
            }
        }
        for (int i = 0; i < spec.initContainers().size(); i++) {
            FieldCursor container =
                    new FieldCursor(spec.initContainers().get(i).other(), path + ".initContainers[" + i + "]", errors);
            container.oneOfIfSet("restartPolicy", ofInit);
            if (any) {
                restartRules(container);
            }
        }
    }

    /** The rules by exit codes ({@code validateContainerRestartPolicy}, v1.35). */
    private static void restartRules(FieldCursor container) {
        List<FieldCursor> rules = container.items("restartPolicyRules");
        if (!rules.isEmpty() && !container.has("restartPolicy")) {
            container.required("restartPolicy", "must specify restartPolicy when restart rules are used");
        }
        container.atMost("restartPolicyRules", rules.size(), RULES_MAX);
        boolean hasAll = container.errors().version().has(Feature.RESTART_ALL_CONTAINERS);
        for (FieldCursor rule : rules) {
            rule.oneOf("action", hasAll ? List.of("Restart", "RestartAllContainers") : List.of("Restart"));
            if (rule.has("exitCodes")) {
                FieldCursor codes = rule.child("exitCodes");
                codes.oneOf("operator", List.of("In", "NotIn"));
                codes.atMost("values", codes.fields().get("values") instanceof List<?> all ? all.size() : 0, CODES_MAX);
            } else {
                rule.required("exitCodes", "must be specified");
            }
        }
    }

    /** Pods, but not templates, must not have images with spaces around them. */
    static void images(List<Container> containers, String path, FieldErrors errors) {
        for (int i = 0; i < containers.size(); i++) {
            String image = containers.get(i).image();
            if (image != null && !image.equals(image.strip())) {
                errors.invalid(
                        path + "[" + i + "].image", GoSyntax.of(image), "must not have leading or trailing whitespace");
            }
        }
    }

    /** A port of the node can be given once only. */
    static void hostPorts(List<Container> containers, String path, FieldErrors errors) {
        Set<String> taken = new LinkedHashSet<>();
        for (int i = 0; i < containers.size(); i++) {
            List<Container.Port> ports = containers.get(i).ports();
            for (int j = 0; j < ports.size(); j++) {
                Container.Port port = ports.get(j);
                if (port.hostPort() == null || port.hostPort() == 0) {
                    continue;
                }
                String all = (port.protocol() == null ? "TCP" : port.protocol()) + "/"
                        + (port.hostIP() == null ? "" : port.hostIP()) + "/" + port.hostPort();
                if (!taken.add(all)) {
                    errors.duplicate(path + "[" + i + "].ports[" + j + "].hostPort", GoSyntax.of(all));
                }
            }
        }
    }

    /** What is special about containers that run before the others. */
    static void init(List<Container> init, List<Container> others, String path, FieldErrors errors) {
        Set<String> names = new LinkedHashSet<>();
        others.forEach(container -> names.add(container.name()));
        for (int i = 0; i < init.size(); i++) {
            hostPorts(List.of(init.get(i)), path, errors);
            if (!names.add(init.get(i).name())) {
                errors.duplicate(
                        path + "[" + i + "].name", GoSyntax.of(init.get(i).name()));
            }
            HandlerValidation.ofInit(init.get(i), path + "[" + i + "]", errors);
        }
    }

    private static void ports(List<Container.Port> ports, String path, FieldErrors errors) {
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            Container.Port port = ports.get(i);
            String at = path + "[" + i + "]";
            String name = port.name();
            if (name != null && !name.isEmpty()) {
                List<String> wrong = PortRules.name(name);
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
}
