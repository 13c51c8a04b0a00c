package dev.wavetank.model.apiserver.registry.defaulting;

import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Defaults that depend on other fields, by type of the schema. */
final class DependentDefaults {

    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final String TEMPLATE = "template";
    private static final String METADATA = "metadata";
    private static final String LABELS = "labels";
    private static final String COMPLETIONS = "completions";
    private static final String PARALLELISM = "parallelism";

    /** The rules, by type. */
    private static final Map<String, Consumer<Map<String, Object>>> RULES = rules();

    private DependentDefaults() {}

    private static Map<String, Consumer<Map<String, Object>>> rules() {
        Map<String, Consumer<Map<String, Object>>> rules = new LinkedHashMap<>();
        rules.put("Container", DependentDefaults::container);
        rules.put("Volume", DependentDefaults::volume);
        rules.put("PodSpec", DependentDefaults::podSpec);
        rules.put("ServicePort", DependentDefaults::servicePort);
        rules.put("ServiceSpec", DependentDefaults::service);
        rules.put("Secret", DependentDefaults::secret);
        rules.put("ReplicationController", DependentDefaults::controller);
        rules.put("v2.HorizontalPodAutoscalerSpec", DependentDefaults::autoscaler);
        rules.put("Job", DependentDefaults::job);
        rules.put("DaemonSetUpdateStrategy", DependentDefaults::updateStrategy);
        rules.put("NetworkPolicySpec", DependentDefaults::networkPolicy);
        rules.put("RoleRef", DependentDefaults::roleRef);
        rules.put("Subject", DependentDefaults::subject);
        return Collections.unmodifiableMap(rules);
    }

    /** The types that have such defaults. All defaults of the other types are constant. */
    static Set<String> types() {
        return RULES.keySet();
    }

    /** Fills in the tree. */
    static void fill(String type, Map<String, Object> tree) {
        Consumer<Map<String, Object>> rule = RULES.get(type);
        if (rule != null) {
            rule.accept(tree);
        }
    }

    private static void volume(Map<String, Object> tree) {
        if (tree.size() == 1 && tree.containsKey("name")) {
            tree.put("emptyDir", new LinkedHashMap<>());
        }
    }

    private static void servicePort(Map<String, Object> tree) {
        if (unset(tree, "targetPort") && tree.get("port") != null) {
            tree.put("targetPort", tree.get("port"));
        }
    }

    private static void autoscaler(Map<String, Object> tree) {
        if (JsonFields.list(tree, "metrics").isEmpty()) {
            tree.put("metrics", List.of(cpuUtilization()));
        }
        ScalingBehavior.fill(tree);
    }

    private static void updateStrategy(Map<String, Object> tree) {
        if ("RollingUpdate".equals(tree.get("type"))) {
            tree.putIfAbsent("rollingUpdate", new LinkedHashMap<>());
        }
    }

    private static void networkPolicy(Map<String, Object> tree) {
        if (JsonFields.texts(tree, "policyTypes").isEmpty()) {
            boolean egress = !JsonFields.list(tree, "egress").isEmpty();
            tree.put("policyTypes", egress ? List.of("Ingress", "Egress") : List.of("Ingress"));
        }
    }

    private static void roleRef(Map<String, Object> tree) {
        if (unset(tree, "apiGroup")) {
            tree.put("apiGroup", RBAC);
        }
    }

    private static void subject(Map<String, Object> tree) {
        if (unset(tree, "apiGroup") && List.of("User", "Group").contains(JsonFields.text(tree, "kind"))) {
            tree.put("apiGroup", RBAC);
        }
    }

    /** A Job that says nothing wants one pod; one that says how many at once works on a queue of unknown length. */
    private static void job(Map<String, Object> tree) {
        Map<String, Object> spec = new LinkedHashMap<>(JsonFields.map(tree, "spec"));
        if (spec.get(COMPLETIONS) == null && spec.get(PARALLELISM) == null) {
            spec.put(COMPLETIONS, 1L);
        }
        spec.putIfAbsent(PARALLELISM, 1L);
        spec.putIfAbsent("backoffLimit", spec.get("backoffLimitPerIndex") == null ? 6L : (long) Integer.MAX_VALUE);
        tree.put("spec", spec);
    }

    /** An autoscaler without metrics looks at the usage of cpu (80 percent of what is requested). */
    private static Map<String, Object> cpuUtilization() {
        Map<String, Object> target = new LinkedHashMap<>();
        target.put("type", "Utilization");
        target.put("averageUtilization", 80L);
        Map<String, Object> resource = new LinkedHashMap<>();
        resource.put("name", "cpu");
        resource.put("target", target);
        Map<String, Object> metric = new LinkedHashMap<>();
        metric.put("type", "Resource");
        metric.put("resource", resource);
        return metric;
    }

    private static boolean unset(Map<String, Object> tree, String field) {
        Object value = tree.get(field);
        return value == null || value.equals("") || value.equals(0L);
    }

    /** An image without a tag is the latest one, and that is pulled always. */
    private static void container(Map<String, Object> tree) {
        if (unset(tree, "imagePullPolicy")) {
            String image = JsonFields.text(tree, "image");
            String name = image.substring(image.lastIndexOf('/') + 1);
            boolean pinned = name.contains("@") || name.contains(":") && !name.endsWith(":latest");
            tree.put("imagePullPolicy", pinned ? "IfNotPresent" : "Always");
        }
    }

    private static void podSpec(Map<String, Object> tree) {
        if (Boolean.TRUE.equals(tree.get("hostNetwork"))) {
            for (String list : List.of("containers", "initContainers")) {
                if (tree.get(list) instanceof List<?>) {
                    tree.put(list, withHostPorts(JsonFields.list(tree, list)));
                }
            }
        }
        // The old name of a field is kept beside the new one.
        String account = JsonFields.text(tree, "serviceAccountName");
        String old = JsonFields.text(tree, "serviceAccount");
        if (account.isEmpty() && !old.isEmpty()) {
            tree.put("serviceAccountName", old);
        } else if (!account.isEmpty()) {
            tree.put("serviceAccount", account);
        }
    }

    private static List<Object> withHostPorts(List<Map<String, Object>> containers) {
        List<Object> result = new ArrayList<>();
        for (Map<String, Object> container : containers) {
            Map<String, Object> changed = new LinkedHashMap<>(container);
            if (container.get("ports") instanceof List<?>) {
                List<Object> ports = new ArrayList<>();
                for (Map<String, Object> port : JsonFields.list(container, "ports")) {
                    Map<String, Object> open = new LinkedHashMap<>(port);
                    if (unset(open, "hostPort") && open.get("containerPort") != null) {
                        open.put("hostPort", open.get("containerPort"));
                    }
                    ports.add(open);
                }
                changed.put("ports", ports);
            }
            result.add(changed);
        }
        return result;
    }

    private static void service(Map<String, Object> tree) {
        String type = JsonFields.text(tree, "type");
        if ((type.equals("NodePort") || type.equals("LoadBalancer")) && unset(tree, "externalTrafficPolicy")) {
            tree.put("externalTrafficPolicy", "Cluster");
        }
        if (JsonFields.text(tree, "sessionAffinity").equals("ClientIP") && unset(tree, "sessionAffinityConfig")) {
            Map<String, Object> client = new LinkedHashMap<>();
            client.put("timeoutSeconds", 10800L);
            Map<String, Object> config = new LinkedHashMap<>();
            config.put("clientIP", client);
            tree.put("sessionAffinityConfig", config);
        }
    }

    /** Texts become data, and are not kept. */
    private static void secret(Map<String, Object> tree) {
        Map<String, Object> texts = JsonFields.map(tree, "stringData");
        if (!texts.isEmpty()) {
            Map<String, Object> data = new LinkedHashMap<>(JsonFields.map(tree, "data"));
            texts.forEach((key, value) -> data.put(
                    key,
                    Base64.getEncoder().encodeToString(String.valueOf(value).getBytes(StandardCharsets.UTF_8))));
            tree.put("data", data);
        }
        tree.remove("stringData");
    }

    /** A controller without selector takes the labels of its template. */
    private static void controller(Map<String, Object> tree) {
        Map<String, Object> spec = new LinkedHashMap<>(JsonFields.map(tree, "spec"));
        Map<String, Object> labels = JsonFields.map(JsonFields.map(JsonFields.map(spec, TEMPLATE), METADATA), LABELS);
        if (labels.isEmpty()) {
            return;
        }
        if (JsonFields.map(spec, "selector").isEmpty()) {
            spec.put("selector", labels);
            tree.put("spec", spec);
        }
        Map<String, Object> metadata = new LinkedHashMap<>(JsonFields.map(tree, METADATA));
        if (JsonFields.map(metadata, LABELS).isEmpty()) {
            metadata.put(LABELS, labels);
            tree.put(METADATA, metadata);
        }
    }
}
