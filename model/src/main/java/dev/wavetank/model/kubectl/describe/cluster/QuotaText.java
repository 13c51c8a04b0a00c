package dev.wavetank.model.kubectl.describe.cluster;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Quotas, by themselves and in a namespace (kubectl, pkg/describe/describe.go, describeQuota, v1.32). */
public final class QuotaText {

    private QuotaText() {}

    /** Writes a ResourceQuota. */
    public static void quota(Subject quota) {
        Page page = quota.head();
        scopes(page, "", " ", quota.fields());
        page.line(0, "Resource", "Used", "Hard").line(0, "--------", "----", "----");
        amounts(page, "", quota.fields());
    }

    /** Writes all quotas of a namespace. */
    static void writeAll(Subject namespace, List<ObjectFields> quotas) {
        Page page = namespace.page();
        if (quotas.isEmpty()) {
            page.line(0, "No resource quota.");
            return;
        }
        boolean modern = namespace.has(Feature.KUBECTL_DESCRIBE_BINARY_DATA);
        String indent = modern ? "  " : " ";
        page.raw("Resource Quotas" + (modern ? "\n" : ""));
        quotas.stream()
                .sorted(Comparator.comparing(quota -> quota.text("metadata.name")))
                .forEach(quota -> {
                    page.raw((modern ? "" : "\n") + indent + "Name:\t" + quota.text("metadata.name") + "\n");
                    scopes(page, indent, "  ", quota);
                    page.raw(indent + "Resource\tUsed\tHard\n" + indent + "--------\t---\t---\n");
                    amounts(page, indent, quota);
                });
    }

    private static void scopes(Page page, String indent, String itemIndent, ObjectFields quota) {
        List<String> scopes = quota.texts("spec.scopes").stream().sorted().toList();
        if (!scopes.isEmpty()) {
            page.raw(indent + "Scopes:\t" + String.join(", ", scopes) + "\n");
            scopes.stream()
                    .map(QuotaText::meaning)
                    .filter(meaning -> !meaning.isEmpty())
                    .forEach(meaning -> page.raw(itemIndent + "* " + meaning + "\n"));
        }
    }

    private static String meaning(String scope) {
        return switch (scope) {
            case "Terminating" ->
                "Matches all pods that have an active deadline. These pods have a limited lifespan on a node before"
                        + " being actively terminated by the system.";
            case "NotTerminating" ->
                "Matches all pods that do not have an active deadline. These pods usually include long running pods"
                        + " whose container command is not expected to terminate.";
            case "BestEffort" ->
                "Matches all pods that do not have resource requirements set. These pods have a best effort quality of"
                        + " service.";
            case "NotBestEffort" ->
                "Matches all pods that have at least one resource requirement set. These pods have a burstable or"
                        + " guaranteed quality of service.";
            default -> "";
        };
    }

    private static void amounts(Page page, String indent, ObjectFields quota) {
        Map<String, Object> used = quota.map("status.used");
        new TreeMap<>(quota.map("status.hard"))
                .forEach((resource, hard) ->
                        page.raw(indent + resource + "\t" + used.getOrDefault(resource, "0") + "\t" + hard + "\n"));
    }
}
