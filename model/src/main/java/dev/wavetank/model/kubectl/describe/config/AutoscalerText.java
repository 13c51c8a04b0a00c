package dev.wavetank.model.kubectl.describe.config;

import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.page.Times;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import java.util.Collections;
import java.util.List;

/** Describes a HorizontalPodAutoscaler (kubectl, pkg/describe/describe.go, v1.32). */
public final class AutoscalerText {

    private AutoscalerText() {}

    /** Writes an autoscaler of any version of its group. */
    public static void write(Subject scaler) {
        ObjectFields fields = scaler.fields();
        Page page = scaler.head();
        scaler.labels();
        page.line(0, "CreationTimestamp:", Times.full(fields.text("metadata.creationTimestamp")));
        String kind = fields.text("spec.scaleTargetRef.kind");
        page.line(0, "Reference:", kind + "/" + fields.text("spec.scaleTargetRef.name"));
        if (fields.text("apiVersion").equals("autoscaling/v1")) {
            utilization(scaler, fields);
        } else {
            metrics(page, fields);
        }
        page.line(0, "Min replicas:", Page.orUnset(fields.shown("spec.minReplicas")));
        page.line(0, "Max replicas:", String.valueOf(fields.number("spec.maxReplicas")));
        if (fields.has("spec.behavior")) {
            page.line(0, "Behavior:");
            direction(page, "Scale Up:", fields.at("spec.behavior.scaleUp"));
            direction(page, "Scale Down:", fields.at("spec.behavior.scaleDown"));
        }
        if (!scaler.has(Feature.KUBECTL_DESCRIBE_CREATORS)) {
            String counts = fields.number("status.currentReplicas") + " current / "
                    + fields.number("status.desiredReplicas") + " desired";
            page.line(0, kind + " pods:", counts);
        }
        List<ObjectFields> conditions = fields.list("status.conditions");
        if (!conditions.isEmpty()) {
            page.line(0, "Conditions:").line(1, "Type", "Status", "Reason", "Message");
            page.line(1, "----", "------", "------", "-------");
            conditions.forEach(
                    one -> page.line(1, one.text("type"), one.text("status"), one.text("reason"), one.text("message")));
        }
    }

    /** The only metric of autoscaling/v1; before v1.10 as if it were one of several. */
    private static void utilization(Subject scaler, ObjectFields fields) {
        Page page = scaler.page();
        String target = fields.shown("spec.targetCPUUtilizationPercentage");
        String current = fields.shown("status.currentCPUUtilizationPercentage");
        if (scaler.has(Feature.KUBECTL_DESCRIBE_CREATORS)) {
            page.line(0, "Metrics:", "( current / target )");
            String use = current.isEmpty() ? "<unknown>" : current + "% (0)";
            String title = "resource cpu on pods  (as a percentage of request):";
            page.lineIf(1, title, target.isEmpty() ? "" : use + " / " + target + "%");
        } else if (!target.isEmpty()) {
            page.line(0, "Target CPU utilization:", target + "%");
            page.line(0, "Current CPU utilization:", (current.isEmpty() ? "<unknown>" : current) + "%");
        }
    }

    private static void metrics(Page page, ObjectFields fields) {
        page.line(0, "Metrics:", "( current / target )");
        List<ObjectFields> wanted = fields.list("spec.metrics");
        List<ObjectFields> measured = fields.list("status.currentMetrics");
        ObjectFields nothing = new ObjectFields(Collections.emptyMap());
        for (int i = 0; i < wanted.size(); i++) {
            metric(page, wanted.get(i), i < measured.size() ? measured.get(i) : nothing);
        }
    }

    private static void metric(Page page, ObjectFields metric, ObjectFields measured) {
        String type = metric.text("type");
        switch (type) {
            case "Resource" -> {
                ObjectFields resource = metric.at("resource");
                resource(page, "resource " + resource.text("name") + " on pods", resource, measured.at("resource"));
            }
            case "ContainerResource" -> {
                ObjectFields resource = metric.at("containerResource");
                String title = "resource " + resource.text("name") + " of container \"" + resource.text("container")
                        + "\" on pods";
                resource(page, title, resource, measured.at("containerResource"));
            }
            case "Pods" -> {
                String name = GoText.quoted(metric.text("pods.metric.name")) + " on pods:";
                value(page, name, metric.at("pods"), measured.at("pods"), "averageValue");
            }
            case "Object" -> {
                ObjectFields object = metric.at("object");
                boolean average = object.text("target.type").equals("AverageValue");
                String title = "\"" + object.text("metric.name") + "\" on " + object.text("describedObject.kind") + "/"
                        + object.text("describedObject.name") + " " + target(average);
                value(page, title, object, measured.at("object"), average ? "averageValue" : "value");
            }
            case "External" -> {
                ObjectFields external = metric.at("external");
                boolean average = external.has("target.averageValue");
                String title = GoText.quoted(external.text("metric.name")) + " " + target(average);
                value(page, title, external, measured.at("external"), average ? "averageValue" : "value");
            }
            default -> page.line(1, "<unknown metric type " + GoText.quoted(type) + ">");
        }
    }

    private static String target(boolean average) {
        return average ? "(target average value):" : "(target value):";
    }

    private static void value(Page page, String title, ObjectFields wanted, ObjectFields measured, String field) {
        String current = measured.shown("current." + field);
        page.line(1, title, (current.isEmpty() ? "<unknown>" : current) + " / " + wanted.shown("target." + field));
    }

    private static void resource(Page page, String title, ObjectFields wanted, ObjectFields measured) {
        if (wanted.has("target.averageValue")) {
            value(page, title + ":", wanted, measured, "averageValue");
            return;
        }
        String use = measured.shown("current.averageUtilization");
        String current = use.isEmpty() ? "<unknown>" : use + "% (" + measured.shown("current.averageValue") + ")";
        String share = wanted.shown("target.averageUtilization");
        String target = share.isEmpty() ? "<auto>" : share + "%";
        page.line(1, title + "  (as a percentage of request):", current + " / " + target);
    }

    private static void direction(Page page, String title, ObjectFields rules) {
        if (rules.tree().isEmpty()) {
            return;
        }
        page.line(1, title);
        if (rules.has("stabilizationWindowSeconds")) {
            page.line(2, "Stabilization Window: " + rules.number("stabilizationWindowSeconds") + " seconds");
        }
        List<ObjectFields> policies = rules.list("policies");
        if (!policies.isEmpty()) {
            String policy = rules.text("selectPolicy");
            page.line(2, "Select Policy: " + (policy.isEmpty() ? "Max" : policy))
                    .line(2, "Policies:");
            policies.forEach(one -> page.line(
                    3,
                    "- Type: " + one.text("type"),
                    "Value: " + one.number("value"),
                    "Period: " + one.number("periodSeconds") + " seconds"));
        }
    }
}
