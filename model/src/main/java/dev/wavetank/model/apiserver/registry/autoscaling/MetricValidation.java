package dev.wavetank.model.apiserver.registry.autoscaling;

import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.Identifier;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.Metric;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.MetricTarget;
import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Finds mistakes in one metric of an autoscaler. */
final class MetricValidation {

    private static final String VALUE = "value";
    private static final String AVERAGE = "averageValue";
    private static final String UTILIZATION = "averageUtilization";
    private static final List<String> TYPES = List.of("ContainerResource", "External", "Object", "Pods", "Resource");
    private static final MetricTarget NO_TARGET = new MetricTarget(null, null, null, null, null);

    private final Metric metric;
    private final String path;
    private final FieldErrors errors;

    private MetricValidation(Metric metric, String path, FieldErrors errors) {
        this.metric = metric;
        this.path = path;
        this.errors = errors;
    }

    static void validate(Metric metric, String path, FieldErrors errors) {
        new MetricValidation(metric, path, errors).validate();
    }

    private void validate() {
        String type = Objects.requireNonNullElse(metric.type(), "");
        if (type.isEmpty()) {
            errors.required(path + ".type", "must specify a metric source type");
        }
        errors.oneOf(path + ".type", type, TYPES);
        List<String> present = sources();
        if (!present.isEmpty()) {
            source(present.get(0));
        }
        String wanted = TYPES.contains(type) ? Character.toLowerCase(type.charAt(0)) + type.substring(1) : "";
        if (!wanted.isEmpty() && !present.contains(wanted)) {
            errors.required(path + "." + wanted, "must populate information for the given metric source");
        }
        if (present.size() != 1) {
            present.remove(wanted);
            present.forEach(
                    source -> errors.forbidden(path + "." + source, "must populate the given metric source only"));
        }
    }

    /** The sources that are given, in the order in which they are checked; each type is named like its source. */
    private List<String> sources() {
        List<String> present = new ArrayList<>(1);
        add(present, "object", metric.object());
        add(present, "external", metric.external());
        add(present, "pods", metric.pods());
        add(present, "resource", metric.resource());
        add(present, "containerResource", metric.containerResource());
        return present;
    }

    private static void add(List<String> present, String name, Object source) {
        if (source != null) {
            present.add(name);
        }
    }

    private void source(String name) {
        String at = path + "." + name;
        switch (name) {
            case "object" -> {
                AutoscalerValidation.reference(metric.object().describedObject(), at + ".describedObject", errors);
                identifier(metric.object().metric(), at);
                MetricTarget target = target(metric.object().target(), at);
                either(target.value(), target.averageValue(), at, "must set either a target value or averageValue");
            }
            case "external" -> {
                identifier(metric.external().metric(), at);
                MetricTarget target = target(metric.external().target(), at);
                String either = "must set either a target value for metric or a per-pod target";
                either(target.value(), target.averageValue(), at, either);
                if (target.value() != null && target.averageValue() != null) {
                    forbidden(at, VALUE, "may not set both a target value for metric and a per-pod target");
                }
            }
            case "pods" -> {
                identifier(metric.pods().metric(), at);
                MetricTarget target = target(metric.pods().target(), at);
                either(null, target.averageValue(), at, "must specify a positive target averageValue");
            }
            case "resource" ->
                ofResource(metric.resource().name(), null, metric.resource().target(), at);
            default -> {
                String container =
                        Objects.requireNonNullElse(metric.containerResource().container(), "");
                ofResource(
                        metric.containerResource().name(),
                        container,
                        metric.containerResource().target(),
                        at);
            }
        }
    }

    private void ofResource(String name, String container, MetricTarget given, String at) {
        if (name == null || name.isEmpty()) {
            errors.required(at + ".name", "must specify a resource name");
        }
        if (container != null && container.isEmpty()) {
            errors.required(at + ".container", "must specify a container");
        }
        MetricTarget target = target(given, at);
        if (target.averageValue() == null && target.averageUtilization() == null) {
            errors.required(
                    at + ".target." + UTILIZATION, "must set either a target raw value or a target utilization");
        }
        if (target.averageValue() != null && target.averageUtilization() != null) {
            forbidden(at, AVERAGE, "may not set both a target raw value and a target utilization");
        }
    }

    private void either(String value, String average, String at, String why) {
        if (value == null && average == null) {
            errors.required(at + ".target." + AVERAGE, why);
        }
    }

    private void forbidden(String at, String field, String why) {
        errors.forbidden(at + ".target." + field, why);
    }

    private void identifier(Identifier given, String at) {
        String name = given == null ? null : given.name();
        if (name == null || name.isEmpty()) {
            errors.required(at + ".metric.name", "must specify a metric name");
        } else {
            errors.named(at + ".metric.name", name, NameRules::pathSegment);
        }
    }

    private MetricTarget target(MetricTarget given, String source) {
        MetricTarget target = Objects.requireNonNullElse(given, NO_TARGET);
        String at = source + ".target.";
        String type = Objects.requireNonNullElse(target.type(), "");
        if (type.isEmpty()) {
            errors.required(at + "type", "must specify a metric target type");
        }
        if (!List.of("Utilization", "Value", "AverageValue").contains(type)) {
            errors.invalid(at + "type", GoSyntax.of(type), "must be either Utilization, Value, or AverageValue");
        }
        positive(target.value(), at + VALUE);
        positive(target.averageValue(), at + AVERAGE);
        Integer utilization = target.averageUtilization();
        if (utilization != null && utilization < 1) {
            errors.invalid(at + UTILIZATION, utilization.toString(), "must be greater than 0");
        }
        return target;
    }

    private void positive(String quantity, String field) {
        if (quantity != null && Quantity.parse(quantity).signum() <= 0) {
            errors.invalid(field, GoSyntax.of(quantity), "must be positive");
        }
    }
}
