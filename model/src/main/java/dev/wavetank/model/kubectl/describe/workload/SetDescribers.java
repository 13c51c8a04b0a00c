package dev.wavetank.model.kubectl.describe.workload;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.page.Selectors;
import dev.wavetank.model.kubectl.describe.page.Times;
import dev.wavetank.model.kubectl.describe.pod.ClaimText;
import dev.wavetank.model.kubectl.describe.pod.PodTemplateText;
import dev.wavetank.model.kubectl.describe.subject.Description;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.function.Consumer;

/** Describes objects that keep a number of equal pods (kubectl, pkg/describe/describe.go, v1.32). */
public final class SetDescribers {

    private static final String TEMPLATE = "spec.template";

    private SetDescribers() {}

    /** Describes a ReplicationController. */
    public static Completion<Description> replicationController(Subject set) {
        String selector = String.join(",", Page.pairs(set.fields().map("spec.selector")));
        return describe(set, selector, counts -> {
            set.head().line(0, "Selector:", Page.oneLine(set.fields().map("spec.selector")));
            set.labels();
            replicas(set, counts);
        });
    }

    /** Describes a ReplicaSet. */
    public static Completion<Description> replicaSet(Subject set) {
        String selector = Selectors.query(set.fields().map("spec.selector"));
        return PodCounts.pods(set, selector)
                .then(pods -> set.events().map(events -> {
                    set.head().line(0, "Selector:", Page.orNone(selector));
                    set.labels();
                    set.controller();
                    // This kind alone is described even without its pods.
                    replicas(
                            set,
                            pods.isFound() ? PodCounts.of(set, pods) : "error in fetching pods: " + pods.message());
                    return set.done(events);
                }));
    }

    private static void replicas(Subject set, String counts) {
        ObjectFields fields = set.fields();
        set.page()
                .line(
                        0,
                        "Replicas:",
                        fields.number("status.replicas") + " current / " + fields.number("spec.replicas") + " desired");
        set.page().line(0, "Pods Status:", counts);
        PodTemplateText.write(set, TEMPLATE);
        conditions(set);
    }

    /** Writes conditions with their reasons. */
    static void conditions(Subject set) {
        List<ObjectFields> conditions = set.fields().list("status.conditions");
        if (!conditions.isEmpty()) {
            set.page()
                    .line(0, "Conditions:")
                    .line(1, "Type", "Status", "Reason")
                    .line(1, "----", "------", "------");
            conditions.forEach(
                    one -> set.page().line(1, one.text("type") + " ", one.text("status"), one.text("reason")));
        }
    }

    /** Describes a StatefulSet. */
    public static Completion<Description> statefulSet(Subject set) {
        ObjectFields fields = set.fields();
        String selector = Selectors.query(fields.map("spec.selector"));
        return describe(set, selector, counts -> {
            Page page = set.head();
            page.line(0, "CreationTimestamp:", Times.full(fields.text("metadata.creationTimestamp")));
            page.line(0, "Selector:", selector);
            set.labels();
            page.line(
                    0,
                    "Replicas:",
                    fields.number("spec.replicas") + " desired | " + fields.number("status.replicas") + " total");
            if (!set.has(Feature.KUBECTL_DESCRIBE_CREATORS)) {
                page.line(0, "Update Strategy:", fields.text("spec.updateStrategy.type"));
                page.lineIf(1, "Partition:", fields.shown("spec.updateStrategy.rollingUpdate.partition"));
            }
            page.line(0, "Pods Status:", counts);
            PodTemplateText.write(set, TEMPLATE);
            claims(page, fields.list("spec.volumeClaimTemplates"));
        });
    }

    private static void claims(Page page, List<ObjectFields> claims) {
        page.line(0, claims.isEmpty() ? "Volume Claims:\t" + Page.NONE : "Volume Claims:");
        for (ObjectFields claim : claims) {
            String capacity = claim.shown("spec.resources.requests.storage");
            page.line(1, "Name:", claim.text("metadata.name"));
            page.line(1, "StorageClass:", ClaimText.storageClass(claim));
            page.lines("  ", "Labels", Page.pairs(claim.map("metadata.labels")));
            page.lines("  ", "Annotations", Page.pairs(claim.map("metadata.annotations")));
            page.line(1, "Capacity:", capacity.isEmpty() ? "<default>" : capacity);
            page.line(1, "Access Modes:", "[" + String.join(" ", claim.texts("spec.accessModes")) + "]");
        }
    }

    /** Describes a DaemonSet. */
    public static Completion<Description> daemonSet(Subject set) {
        ObjectFields fields = set.fields();
        String selector = Selectors.query(fields.map("spec.selector"));
        return describe(set, selector, counts -> {
            Page page = set.page().line(0, "Name:", set.name());
            if (set.has(Feature.KUBECTL_DESCRIBE_OPTIONAL_SOURCES)) {
                page.line(0, "Namespace:", set.namespace());
            }
            page.line(0, "Selector:", selector);
            page.line(0, "Node-Selector:", Page.oneLine(fields.map("spec.template.spec.nodeSelector")));
            set.labels();
            nodes(set, "Desired Number of Nodes Scheduled", "desiredNumberScheduled");
            nodes(set, "Current Number of Nodes Scheduled", "currentNumberScheduled");
            nodes(set, "Number of Nodes Scheduled with Up-to-date Pods", "updatedNumberScheduled");
            nodes(set, "Number of Nodes Scheduled with Available Pods", "numberAvailable");
            nodes(set, "Number of Nodes Misscheduled", "numberMisscheduled");
            page.line(0, "Pods Status:", counts);
            PodTemplateText.write(set, TEMPLATE);
        });
    }

    private static void nodes(Subject set, String title, String field) {
        set.page().line(0, title + ": " + set.fields().number("status." + field));
    }

    /** Reads pods, then Events; without the pods there is no description. */
    private static Completion<Description> describe(Subject set, String selector, Consumer<String> text) {
        return PodCounts.pods(set, selector).then(pods -> {
            if (!pods.isFound()) {
                return Completion.of(set.failed(pods));
            }
            return set.events().map(events -> {
                text.accept(PodCounts.of(set, pods));
                return set.done(events);
            });
        });
    }
}
