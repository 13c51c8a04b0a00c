package dev.wavetank.model.kubectl.describe.cluster;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import java.util.List;
import java.util.TreeSet;

/** Limits, by themselves and in a namespace (kubectl, pkg/describe/describe.go, describeLimitRange, v1.32). */
public final class LimitText {

    private static final String HEADER =
            "Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio";
    private static final String RULE =
            "----\t--------\t---\t---\t---------------\t-------------\t-----------------------";
    /** In the order of the columns. */
    private static final List<String> BOUNDS =
            List.of("min", "max", "defaultRequest", "default", "maxLimitRequestRatio");

    private LimitText() {}

    /** Writes a LimitRange. */
    public static void limits(Subject limits) {
        limits.head().line(0, HEADER).line(0, RULE);
        items(limits.page(), "", limits.fields());
    }

    /** Writes all limits of a namespace. */
    static void writeAll(Subject namespace, List<ObjectFields> ranges) {
        Page page = namespace.page();
        if (ranges.isEmpty()) {
            boolean modern = namespace.has(Feature.KUBECTL_DESCRIBE_LEASES);
            page.line(0, modern ? "No LimitRange resource." : "No resource limits.");
            return;
        }
        page.line(0, "Resource Limits").line(0, " " + HEADER).line(0, " " + RULE);
        ranges.forEach(range -> items(page, " ", range));
    }

    private static void items(Page page, String indent, ObjectFields range) {
        for (ObjectFields item : range.list("spec.limits")) {
            // The real command writes resources in any order, because it keeps them in a map.
            TreeSet<String> resources = new TreeSet<>();
            BOUNDS.forEach(bound -> resources.addAll(item.map(bound).keySet()));
            for (String resource : resources) {
                page.raw(indent + item.text("type") + "\t" + resource);
                BOUNDS.forEach(bound -> page.raw("\t" + item.map(bound).getOrDefault(resource, "-")));
                page.raw("\n");
            }
        }
    }
}
