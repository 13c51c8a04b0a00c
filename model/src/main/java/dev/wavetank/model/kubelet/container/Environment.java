package dev.wavetank.model.kubelet.container;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.kubelet.cri.process.Variables;
import dev.wavetank.model.kubelet.event.PodEvents;
import dev.wavetank.model.kubelet.volume.ApiObjects;
import dev.wavetank.model.kubelet.volume.PodFields;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The environment variables of a container ({@code makeEnvironmentVariables}, pkg/kubelet/kubelet_pods.go v1.20): its
 * own, which can refer to those about Services and take their names, and those about Services.
 */
final class Environment {

    private static final Pattern NAME = Pattern.compile("[-._a-zA-Z][-._a-zA-Z0-9]*");
    private static final Pattern RELAXED = Pattern.compile("[ -<>-~]+");

    private final ApiObjects objects;
    private final PodEvents events;
    private final ServiceLinks links;
    private final Map<String, String> capacity;
    private final Pattern names;
    private final boolean knowsInitContainers;

    /**
     * The variables that a kubelet can resolve.
     *
     * @param links the Services that it knows
     * @param capacity of the node: a container without limits may use all of it
     */
    Environment(
            ApiObjects objects,
            PodEvents events,
            ServiceLinks links,
            Map<String, String> capacity,
            KubernetesVersion version) {
        this.objects = objects;
        this.events = events;
        this.links = links;
        this.capacity = capacity;
        this.names = version.has(Feature.RELAXED_ENVIRONMENT_VARIABLE_NAMES) ? RELAXED : NAME;
        this.knowsInitContainers = version.has(Feature.DOWNWARD_INIT_CONTAINERS);
    }

    /**
     * What became of the variables.
     *
     * @param error why one of them has no value, or null
     * @param own the values of its own variables, in their order
     * @param services about which it has variables, too
     */
    record Resolved(@Nullable String error, Map<String, String> own, List<Service> services) {

        /** All variables: those about Services come last, and only those whose names are free. */
        Map<String, String> variables() {
            if (services.isEmpty()) {
                return own;
            }
            Map<String, String> all = new LinkedHashMap<>(own);
            ServiceLinks.variables(services).forEach(all::putIfAbsent);
            return all;
        }
    }

    /**
     * The addresses that variables can have.
     *
     * @param pod of the pod, or null
     * @param host of the node
     */
    record Addresses(@Nullable String pod, String host) {}

    /** The values of all variables. */
    Completion<Resolved> resolve(Pod pod, Container container, Addresses addresses) {
        List<Map<?, ?>> sources = items(container.other().get("envFrom"));
        List<Map<?, ?>> variables = items(container.other().get("env"));
        Optional<String> unread = links.unread(pod);
        List<Service> services = links.of(pod);
        if (unread.isPresent() || sources.isEmpty() && variables.isEmpty()) {
            return Completion.of(new Resolved(unread.orElse(null), Collections.emptyMap(), services));
        }
        Draft draft = new Draft(pod, container, addresses, services);
        Completion<Boolean> all = Completion.of(true);
        for (Map<?, ?> source : sources) {
            all = all.then(fine -> fine ? draft.addAll(source) : Completion.of(false));
        }
        for (Map<?, ?> variable : variables) {
            all = all.then(fine -> fine ? draft.add(variable) : Completion.of(false));
        }
        return all.map(fine -> draft.result());
    }

    private static List<Map<?, ?>> items(@Nullable Object list) {
        List<Map<?, ?>> items = new ArrayList<>(0);
        if (list instanceof List<?> all) {
            all.forEach(one -> items.add((Map<?, ?>) one));
        }
        return items;
    }

    private final class Draft {
        private final Pod pod;
        private final Container container;
        private final Addresses addresses;
        private final Map<String, String> own = new LinkedHashMap<>();
        private final Map<String, String> imported = new TreeMap<>();
        private final List<Service> services;
        private @Nullable String error;

        private Draft(Pod pod, Container container, Addresses addresses, List<Service> services) {
            this.services = services;
            this.pod = pod;
            this.container = container;
            this.addresses = addresses;
        }

        private Resolved result() {
            Map<String, String> all = new LinkedHashMap<>(own);
            imported.forEach(all::putIfAbsent);
            return new Resolved(error, all, services);
        }

        private boolean fail(String why) {
            error = why;
            return false;
        }

        private Completion<ApiObjects.Found> read(boolean secret, Map<?, ?> reference) {
            String namespace = pod.key().namespace();
            String name = String.valueOf(reference.get("name"));
            return secret ? objects.secret(namespace, name) : objects.configMap(namespace, name);
        }

        /** Adds all keys of an object. */
        private Completion<Boolean> addAll(Map<?, ?> source) {
            boolean secret = source.get("secretRef") instanceof Map<?, ?>;
            if (!((secret ? source.get("secretRef") : source.get("configMapRef")) instanceof Map<?, ?> reference)) {
                return Completion.of(true);
            }
            String prefix = source.get("prefix") == null ? "" : String.valueOf(source.get("prefix"));
            return read(secret, reference).map(found -> {
                if (found.error() != null) {
                    return isOptional(reference) || fail(found.error());
                }
                List<String> invalid = new ArrayList<>(0);
                new TreeMap<>(found.data()).forEach((key, value) -> {
                    if (names.matcher(prefix + key).matches()) {
                        imported.put(prefix + key, plain(secret, reference, value));
                    } else {
                        invalid.add(prefix + key);
                    }
                });
                if (!invalid.isEmpty()) {
                    events.warning(
                            pod,
                            "InvalidEnvironmentVariableNames",
                            "Keys [" + String.join(", ", invalid) + "] from the EnvFrom "
                                    + (secret ? "secret " : "configMap ")
                                    + pod.key().namespace() + "/"
                                    + reference.get("name")
                                    + " were skipped since they are considered invalid environment variable names.");
                }
                return true;
            });
        }

        private String plain(boolean secret, Map<?, ?> reference, String value) {
            String namespace = pod.key().namespace();
            String name = String.valueOf(reference.get("name"));
            return ApiObjects.plain(
                    secret ? ApiObjects.secretId(namespace, name) : ApiObjects.configMapId(namespace, name), value);
        }

        private Completion<Boolean> add(Map<?, ?> variable) {
            String name = String.valueOf(variable.get("name"));
            if (!(variable.get("valueFrom") instanceof Map<?, ?> from)) {
                String value = Objects.requireNonNullElse((String) variable.get("value"), "");
                own.put(name, value.contains("$") ? Variables.expanded(value, before()) : value);
                return Completion.of(true);
            }
            if (from.get("fieldRef") instanceof Map<?, ?> field) {
                own.put(name, ofField(String.valueOf(field.get("fieldPath"))));
            } else if (from.get("resourceFieldRef") instanceof Map<?, ?> field) {
                return Completion.of(addResource(name, field));
            } else if (from.get("secretKeyRef") instanceof Map<?, ?> reference) {
                return addKey(name, true, reference);
            } else if (from.get("configMapKeyRef") instanceof Map<?, ?> reference) {
                return addKey(name, false, reference);
            }
            return Completion.of(true);
        }

        /** What the value of a variable can refer to. */
        private Map<String, String> before() {
            Map<String, String> before = new LinkedHashMap<>(ServiceLinks.variables(services));
            before.putAll(imported);
            before.putAll(own);
            return before;
        }

        private boolean addResource(String name, Map<?, ?> reference) {
            PodFields fields = new PodFields(pod, capacity);
            Optional<String> missing = fields.missing(reference, knowsInitContainers);
            if (missing.isPresent()) {
                return fail(missing.get());
            }
            Object other = reference.get("containerName");
            own.put(name, fields.ofResource(reference, other == null ? container.name() : String.valueOf(other)));
            return true;
        }

        private String ofField(String path) {
            return switch (path) {
                case "status.podIP", "status.podIPs" -> addresses.pod() == null ? "" : addresses.pod();
                case "status.hostIP", "status.hostIPs" -> addresses.host();
                default -> new PodFields(pod, capacity).ofPath(path);
            };
        }

        private Completion<Boolean> addKey(String name, boolean secret, Map<?, ?> reference) {
            String key = String.valueOf(reference.get("key"));
            return read(secret, reference).map(found -> {
                if (found.error() != null) {
                    return isOptional(reference) || fail(found.error());
                }
                String value = found.data().get(key);
                if (value == null) {
                    return isOptional(reference)
                            || fail("couldn't find key " + key + " in " + (secret ? "Secret " : "ConfigMap ")
                                    + pod.key().namespace() + "/" + reference.get("name"));
                }
                own.put(name, plain(secret, reference, value));
                return true;
            });
        }

        private static boolean isOptional(Map<?, ?> reference) {
            return Boolean.TRUE.equals(reference.get("optional"));
        }
    }
}
