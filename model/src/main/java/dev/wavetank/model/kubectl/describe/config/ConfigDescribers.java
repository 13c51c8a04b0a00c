package dev.wavetank.model.kubectl.describe.config;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.page.Selectors;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.TreeMap;

/** Describes what configures others (kubectl, pkg/describe/describe.go, v1.32). */
public final class ConfigDescribers {

    private static final String TOKEN = "kubernetes.io/service-account-token";

    private ConfigDescribers() {}

    /** Writes a ConfigMap. The real command of before v1.31 writes its keys in any order. */
    public static void configMap(Subject map) {
        Page page = map.head();
        map.labels();
        page.raw("\nData\n====\n");
        String gap = map.has(Feature.KUBECTL_DESCRIBE_SLICES) ? "\n" : "";
        new TreeMap<>(map.fields().map("data"))
                .forEach((key, value) -> page.raw(key + ":\n----\n" + value + "\n" + gap));
        if (map.has(Feature.KUBECTL_DESCRIBE_BINARY_DATA)) {
            page.raw("\nBinaryData\n====\n");
            new TreeMap<>(map.fields().map("binaryData"))
                    .forEach((key, value) -> page.raw(key + ": " + decoded(value).length + " bytes\n"));
            page.raw("\n");
        }
    }

    private static byte[] decoded(Object base64) {
        return Base64.getDecoder().decode(String.valueOf(base64));
    }

    /** Writes a Secret: how long its values are, and only tokens of accounts in full. */
    public static void secret(Subject secret) {
        Page page = secret.head();
        secret.labels();
        String type = secret.fields().text("type");
        page.raw("\nType:\t" + type + "\n\nData\n====\n");
        new TreeMap<>(secret.fields().map("data")).forEach((key, value) -> {
            byte[] bytes = decoded(value);
            boolean isToken = key.equals("token") && type.equals(TOKEN);
            page.line(0, key + ":", isToken ? new String(bytes, StandardCharsets.UTF_8) : bytes.length + " bytes");
        });
    }

    /** Writes a PriorityClass. */
    public static void priorityClass(Subject one) {
        ObjectFields fields = one.fields();
        Page page = one.page().line(0, "Name:", one.name());
        page.line(0, "Value:", String.valueOf(fields.number("value")));
        page.line(0, "GlobalDefault:", String.valueOf(fields.isOn("globalDefault")));
        if (one.has(Feature.KUBECTL_DESCRIBE_ACCOUNTS)) {
            page.line(0, "PreemptionPolicy:", fields.text("preemptionPolicy"));
        }
        page.line(0, "Description:", fields.text("description"));
        page.line(0, "Annotations:", Page.oneLine(fields.map("metadata.annotations")));
    }

    /** Writes a PodDisruptionBudget. */
    public static void disruptionBudget(Subject budget) {
        ObjectFields fields = budget.fields();
        Page page = budget.page().line(0, "Name:", budget.name());
        if (budget.has(Feature.KUBECTL_DESCRIBE_LEASES)) {
            page.line(0, "Namespace:", budget.namespace());
        }
        if (fields.has("spec.minAvailable")) {
            page.line(0, "Min available:", fields.shown("spec.minAvailable"));
        } else {
            page.lineIf(0, "Max unavailable:", fields.shown("spec.maxUnavailable"));
        }
        page.line(
                0,
                "Selector:",
                fields.has("spec.selector") ? Selectors.orNone(fields.map("spec.selector")) : Page.UNSET);
        page.line(0, "Status:");
        page.line(2, "Allowed disruptions:", String.valueOf(fields.number("status.disruptionsAllowed")));
        page.line(2, "Current:", String.valueOf(fields.number("status.currentHealthy")));
        page.line(2, "Desired:", String.valueOf(fields.number("status.desiredHealthy")));
        page.line(2, "Total:", String.valueOf(fields.number("status.expectedPods")));
    }
}
