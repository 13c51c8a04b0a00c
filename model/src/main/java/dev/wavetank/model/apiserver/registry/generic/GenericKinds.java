package dev.wavetank.model.apiserver.registry.generic;

import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.GoSyntax;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.apiserver.registry.validation.MetadataRules;
import dev.wavetank.model.apiserver.registry.validation.NameRules;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** What is special about kinds that have no record of their own, by resource. */
public final class GenericKinds {

    /** By qualified name of the resource. */
    public static final Map<String, Rules> RULES = rules();

    /** Nothing is special. */
    public static final Rules NONE = new Rules(false, null, (fields, errors) -> {});

    private static final int DATA_MAX = 1024 * 1024;
    private static final int PORT_MAX = 65535;
    private static final String SPEC = "spec";
    private static final List<String> OPERATORS = List.of("In", "NotIn", "Exists", "DoesNotExist");
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
    private static final List<String> SERVICE_TYPES = List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
    private static final String CONFIG_KEY = "a valid config key must consist of alphanumeric characters, '-', '_' or"
            + " '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is"
            + " '[-._a-zA-Z0-9]+')";

    private GenericKinds() {}

    /**
     * What is special about a kind.
     *
     * @param hasGeneration whether {@code metadata.generation} counts changes of the spec
     * @param newStatus the status of a new object, which nobody can set through the object itself; null when the kind
     *     has no status of that sort
     * @param validation finds mistakes in all fields but metadata
     */
    public record Rules(
            boolean hasGeneration,
            Map<String, Object> newStatus,
            BiConsumer<Map<String, Object>, FieldErrors> validation) {}

    private static Map<String, Rules> rules() {
        Map<String, Rules> rules = new LinkedHashMap<>();
        rules.put("configmaps", new Rules(false, null, GenericKinds::configMap));
        rules.put("secrets", new Rules(false, null, GenericKinds::secret));
        rules.put("services", new Rules(false, null, GenericKinds::service));
        rules.put("leases.coordination.k8s.io", new Rules(false, null, GenericKinds::lease));
        rules.put("roles.rbac.authorization.k8s.io", new Rules(false, null, GenericKinds::role));
        rules.put("clusterroles.rbac.authorization.k8s.io", new Rules(false, null, GenericKinds::role));
        rules.put("poddisruptionbudgets.policy", new Rules(true, newBudget(), GenericKinds::budget));
        return Collections.unmodifiableMap(rules);
    }

    private static Map<String, Object> newBudget() {
        Map<String, Object> status = new LinkedHashMap<>();
        for (String field : List.of("disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods")) {
            status.put(field, 0L);
        }
        return status;
    }

    private static void configMap(Map<String, Object> fields, FieldErrors errors) {
        long size = data(fields, "data", errors) + data(fields, "binaryData", errors);
        for (String key : JsonFields.map(fields, "data").keySet()) {
            if (JsonFields.map(fields, "binaryData").containsKey(key)) {
                errors.invalid("data[" + key + "]", GoSyntax.of(key), "duplicate of key present in binaryData");
            }
        }
        if (size > DATA_MAX) {
            errors.tooLong("[]", DATA_MAX);
        }
    }

    private static void secret(Map<String, Object> fields, FieldErrors errors) {
        if (data(fields, "data", errors) > DATA_MAX) {
            errors.tooLong("data", DATA_MAX);
        }
    }

    /** Checks the keys, and answers the size of the values in bytes. */
    private static long data(Map<String, Object> fields, String field, FieldErrors errors) {
        long size = 0;
        for (Map.Entry<String, Object> entry : JsonFields.map(fields, field).entrySet()) {
            String key = entry.getKey();
            boolean plain = !key.isEmpty()
                    && key.chars()
                            .allMatch(c -> c >= 'a' && c <= 'z'
                                    || c >= 'A' && c <= 'Z'
                                    || c >= '0' && c <= '9'
                                    || "-._".indexOf(c) >= 0);
            if (!plain) {
                errors.invalid(field + "[" + key + "]", GoSyntax.of(key), CONFIG_KEY);
            }
            size += String.valueOf(entry.getValue()).getBytes(StandardCharsets.UTF_8).length;
        }
        return size;
    }

    private static void service(Map<String, Object> fields, FieldErrors errors) {
        Map<String, Object> spec = JsonFields.map(fields, SPEC);
        String type = JsonFields.text(spec, "type");
        List<Map<String, Object>> ports = JsonFields.list(spec, "ports");
        boolean headless = JsonFields.text(spec, "clusterIP").equals("None");
        if (ports.isEmpty() && !headless && !type.equals("ExternalName")) {
            errors.required("spec.ports", "");
        }
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            servicePort(ports.get(i), "spec.ports[" + i + "]", ports.size() > 1, names, errors);
        }
        JsonFields.map(spec, "selector").forEach((key, value) -> {
            MetadataRules.invalid(NameRules.qualified(key), "spec.selector", key, errors);
            MetadataRules.invalid(
                    NameRules.labelValue(String.valueOf(value)), "spec.selector", String.valueOf(value), errors);
        });
        if (!type.isEmpty()) {
            errors.oneOf("spec.type", type, SERVICE_TYPES);
        }
    }

    private static void servicePort(
            Map<String, Object> port, String path, boolean several, Set<String> names, FieldErrors errors) {
        String name = JsonFields.text(port, "name");
        if (several && name.isEmpty()) {
            errors.required(path + ".name", "");
        } else if (!name.isEmpty()) {
            MetadataRules.validateLabelName(name, path + ".name", errors);
            if (!names.add(name)) {
                errors.duplicate(path + ".name", GoSyntax.of(name));
            }
        }
        Long number = JsonFields.number(port, "port");
        if (number == null || number < 1 || number > PORT_MAX) {
            errors.invalid(
                    path + ".port",
                    Long.toString(number == null ? 0 : number),
                    "must be between 1 and 65535, inclusive");
        }
        String protocol = JsonFields.text(port, "protocol");
        if (!protocol.isEmpty()) {
            errors.oneOf(path + ".protocol", protocol, PROTOCOLS);
        }
    }

    private static void lease(Map<String, Object> fields, FieldErrors errors) {
        Map<String, Object> spec = JsonFields.map(fields, SPEC);
        Long duration = JsonFields.number(spec, "leaseDurationSeconds");
        if (duration != null && duration <= 0) {
            errors.invalid("spec.leaseDurationSeconds", duration.toString(), "must be greater than 0");
        }
        Long transitions = JsonFields.number(spec, "leaseTransitions");
        if (transitions != null && transitions < 0) {
            errors.invalid("spec.leaseTransitions", transitions.toString(), "must be greater than or equal to 0");
        }
    }

    private static void role(Map<String, Object> fields, FieldErrors errors) {
        List<Map<String, Object>> rules = JsonFields.list(fields, "rules");
        for (int i = 0; i < rules.size(); i++) {
            Map<String, Object> rule = rules.get(i);
            String path = "rules[" + i + "]";
            if (JsonFields.texts(rule, "verbs").isEmpty()) {
                errors.required(path + ".verbs", "verbs must contain at least one value");
            }
            if (!JsonFields.texts(rule, "nonResourceURLs").isEmpty()) {
                continue;
            }
            if (JsonFields.texts(rule, "apiGroups").isEmpty()) {
                errors.required(path + ".apiGroups", "resource rules must supply at least one api group");
            }
            if (JsonFields.texts(rule, "resources").isEmpty()) {
                errors.required(path + ".resources", "resource rules must supply at least one resource");
            }
        }
    }

    private static void budget(Map<String, Object> fields, FieldErrors errors) {
        Map<String, Object> spec = JsonFields.map(fields, SPEC);
        List<Map<String, Object>> expressions = JsonFields.list(JsonFields.map(spec, "selector"), "matchExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            String operator = JsonFields.text(expressions.get(i), "operator");
            if (!OPERATORS.contains(operator)) {
                errors.invalid(
                        "spec.selector.matchExpressions[" + i + "].operator",
                        GoSyntax.of(operator),
                        "not a valid selector operator");
            }
        }
        for (String field : List.of("minAvailable", "maxUnavailable")) {
            if (spec.get(field) instanceof Number number && number.longValue() < 0) {
                errors.invalid("spec." + field, number.toString(), "must be greater than or equal to 0");
            }
        }
    }
}
