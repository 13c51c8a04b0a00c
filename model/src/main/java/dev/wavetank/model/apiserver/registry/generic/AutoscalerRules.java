package dev.wavetank.model.apiserver.registry.generic;

import dev.wavetank.model.apiserver.registry.validation.NameRules;
import dev.wavetank.model.apiserver.registry.validation.Part;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;

/** HorizontalPodAutoscalers. */
final class AutoscalerRules {

    private static final String MIN = "minReplicas";
    private static final String MAX = "maxReplicas";
    private static final String TYPE = "type";
    private static final String TARGET = "target";
    private static final String VALUE = "value";
    private static final String AVERAGE = "averageValue";
    private static final String UTILIZATION = "averageUtilization";
    private static final String WINDOW = "stabilizationWindowSeconds";
    private static final String POLICIES = "policies";
    private static final String PERIOD = "periodSeconds";
    private static final int WINDOW_MAX = 3600;
    private static final int PERIOD_MAX = 1800;
    private static final List<String> TYPES = List.of("ContainerResource", "External", "Object", "Pods", "Resource");

    /** The parts of a metric in the order in which they are looked at; each type is called like its part. */
    private static final List<String> PARTS = List.of("object", "external", "pods", "resource", "containerResource");

    private AutoscalerRules() {}

    static void autoscaler(Part autoscaler) {
        Part spec = autoscaler.child("spec");
        boolean hasMin = spec.has(MIN);
        if (hasMin && spec.number(MIN) < 1) {
            spec.invalidNumber(MIN, "must be greater than or equal to 1");
        }
        if (spec.number(MAX) < 1) {
            spec.invalidNumber(MAX, "must be greater than 0");
        }
        if (hasMin && spec.number(MAX) < spec.number(MIN)) {
            spec.invalidNumber(MAX, "must be greater than or equal to `minReplicas`");
        }
        reference(spec.child("scaleTargetRef"));
        spec.items("metrics").forEach(AutoscalerRules::metric);
        for (String direction : List.of("scaleUp", "scaleDown")) {
            if (spec.child("behavior").has(direction)) {
                rules(spec.child("behavior").child(direction));
            }
        }
    }

    private static void reference(Part reference) {
        for (String field : List.of("kind", "name")) {
            if (reference.require(field)) {
                reference.named(field, NameRules::pathSegment);
            }
        }
    }

    private static void metric(Part metric) {
        String type = metric.text(TYPE);
        if (type.isEmpty()) {
            metric.required(TYPE, "must specify a metric source type");
        }
        metric.oneOf(TYPE, TYPES);
        List<String> present = new ArrayList<>(metric.present(PARTS));
        if (!present.isEmpty()) {
            source(present.get(0), metric.child(present.get(0)));
        }
        String wanted = TYPES.contains(type) ? Character.toLowerCase(type.charAt(0)) + type.substring(1) : "";
        if (!wanted.isEmpty() && !metric.has(wanted)) {
            metric.required(wanted, "must populate information for the given metric source");
        }
        if (present.size() != 1) {
            present.remove(wanted);
            present.forEach(part -> metric.forbidden(part, "must populate the given metric source only"));
        }
    }

    private static void source(String part, Part source) {
        boolean isResource = part.equals("resource") || part.equals("containerResource");
        if (part.equals("object")) {
            reference(source.child("describedObject"));
        }
        if (isResource && source.text("name").isEmpty()) {
            source.required("name", "must specify a resource name");
        }
        if (part.equals("containerResource") && source.text("container").isEmpty()) {
            source.required("container", "must specify a container");
        }
        if (!isResource) {
            identifier(source.child("metric"));
        }
        Part target = source.child(TARGET);
        target(target);
        switch (part) {
            case "object" -> either(target, VALUE, AVERAGE, "must set either a target value or averageValue");
            case "external" -> {
                either(target, VALUE, AVERAGE, "must set either a target value for metric or a per-pod target");
                notBoth(target, AVERAGE, VALUE, "may not set both a target value for metric and a per-pod target");
            }
            case "pods" -> either(target, AVERAGE, AVERAGE, "must specify a positive target averageValue");
            default -> {
                either(target, AVERAGE, UTILIZATION, "must set either a target raw value or a target utilization");
                notBoth(target, UTILIZATION, AVERAGE, "may not set both a target raw value and a target utilization");
            }
        }
    }

    /** One of two fields must be there; the second is the one that is told of. */
    private static void either(Part target, String one, String other, String why) {
        if (!target.has(one) && !target.has(other)) {
            target.required(other, why);
        }
    }

    private static void notBoth(Part target, String one, String other, String why) {
        if (target.has(one) && target.has(other)) {
            target.forbidden(other, why);
        }
    }

    private static void identifier(Part metric) {
        if (metric.text("name").isEmpty()) {
            metric.required("name", "must specify a metric name");
        } else {
            metric.named("name", NameRules::pathSegment);
        }
    }

    private static void target(Part target) {
        String type = target.text(TYPE);
        if (type.isEmpty()) {
            target.required(TYPE, "must specify a metric target type");
        }
        if (!List.of("Utilization", "Value", "AverageValue").contains(type)) {
            target.invalid(TYPE, "must be either Utilization, Value, or AverageValue");
        }
        for (String field : target.present(List.of(VALUE, AVERAGE))) {
            String quantity = String.valueOf(target.fields().get(field));
            if (Quantity.parse(quantity).signum() <= 0) {
                target.invalid(field, GoSyntax.of(quantity), "must be positive");
            }
        }
        if (target.has(UTILIZATION) && target.number(UTILIZATION) < 1) {
            target.invalidNumber(UTILIZATION, "must be greater than 0");
        }
    }

    private static void rules(Part rules) {
        if (rules.number(WINDOW) < 0) {
            rules.invalidNumber(WINDOW, "must be greater than or equal to zero");
        }
        atMost(rules, WINDOW, WINDOW_MAX);
        rules.oneOfIfSet("selectPolicy", List.of("Disabled", "Max", "Min"));
        List<Part> policies = rules.items(POLICIES);
        if (rules.has(POLICIES) && policies.isEmpty()) {
            rules.required(POLICIES, "must specify at least one Policy");
        }
        for (Part policy : policies) {
            policy.oneOf(TYPE, List.of("Percent", "Pods"));
            for (String field : List.of(VALUE, PERIOD)) {
                if (policy.number(field) <= 0) {
                    policy.invalidNumber(field, "must be greater than zero");
                }
            }
            atMost(policy, PERIOD, PERIOD_MAX);
        }
    }

    private static void atMost(Part part, String field, int max) {
        if (part.number(field) > max) {
            part.invalidNumber(field, "must be less than or equal to " + max);
        }
    }
}
