package dev.wavetank.model.kubectl.describe.pod;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.quantity.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/** The environment of a container (kubectl, pkg/describe/describe.go, describeContainerEnvVars, v1.32). */
final class EnvironmentText {

    /** The only fields that the real command knows of, because it has no conversions of its own. */
    private static final List<String> KNOWN_FIELDS = List.of("metadata.name", "metadata.namespace");

    private EnvironmentText() {}

    static void write(Page page, ObjectFields container, Optional<ObjectFields> pod) {
        List<ObjectFields> sources = container.list("envFrom");
        if (!sources.isEmpty()) {
            page.line(2, "Environment Variables from:");
            sources.forEach(source -> source(page, source));
        }
        List<ObjectFields> variables = container.list("env");
        if (variables.isEmpty()) {
            page.line(2, "Environment:", Page.NONE);
            return;
        }
        page.line(2, "Environment:");
        variables.forEach(variable -> variable(page, variable, container, pod));
    }

    private static void source(Page page, ObjectFields source) {
        boolean isMap = source.has("configMapRef");
        ObjectFields reference = source.at(isMap ? "configMapRef" : "secretRef");
        String prefix = source.text("prefix");
        String kind = isMap ? "ConfigMap" : "Secret";
        page.line(
                3,
                reference.text("name"),
                prefix.isEmpty() ? kind : kind + " with prefix '" + prefix + "'",
                optional(reference));
    }

    private static String optional(ObjectFields reference) {
        return "Optional: " + reference.isOn("optional");
    }

    private static void variable(Page page, ObjectFields variable, ObjectFields container, Optional<ObjectFields> pod) {
        String title = variable.text("name") + ":";
        if (!variable.has("valueFrom")) {
            String start = title;
            for (String line : variable.text("value").split("\n", -1)) {
                page.line(3, start, line);
                start = "";
            }
        } else if (variable.has("valueFrom.fieldRef")) {
            String path = variable.text("valueFrom.fieldRef.fieldPath");
            String value = KNOWN_FIELDS.contains(path)
                    ? pod.map(fields -> fields.text(path)).orElse("")
                    : "";
            String version = variable.text("valueFrom.fieldRef.apiVersion");
            page.line(3, title, value + " (" + version + ":" + path + ")");
        } else if (variable.has("valueFrom.resourceFieldRef")) {
            String resource = variable.text("valueFrom.resourceFieldRef.resource");
            page.line(3, title, amount(container, variable.at("valueFrom.resourceFieldRef")) + " (" + resource + ")");
        } else if (variable.has("valueFrom.secretKeyRef")) {
            key(page, title, variable.at("valueFrom.secretKeyRef"), "in secret");
        } else if (variable.has("valueFrom.configMapKeyRef")) {
            key(page, title, variable.at("valueFrom.configMapKeyRef"), "of config map");
        }
    }

    private static void key(Page page, String title, ObjectFields reference, String where) {
        String value =
                "<set to the key '" + reference.text("key") + "' " + where + " '" + reference.text("name") + "'>";
        page.line(3, title, value, optional(reference));
    }

    /** How much of a resource the container has, in units of the divisor, rounded up. */
    private static String amount(ObjectFields container, ObjectFields reference) {
        String resource = reference.text("resource");
        String[] parts = resource.split("\\.", 2);
        Object given = container.map("resources." + parts[0]).get(parts.length > 1 ? parts[1] : "");
        if (given == null) {
            boolean isLimit = List.of("limits.cpu", "limits.memory").contains(resource);
            return isLimit ? "node allocatable" : "0";
        }
        String divisor = reference.shown("divisor");
        BigDecimal unit =
                divisor.isEmpty() ? BigDecimal.ZERO : Quantity.parse(divisor).amount();
        return Quantity.parse(String.valueOf(given))
                .amount()
                .divide(unit.signum() == 0 ? BigDecimal.ONE : unit, 0, RoundingMode.CEILING)
                .toPlainString();
    }
}
