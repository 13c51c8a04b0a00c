package dev.wavetank.model.kubectl.describe.pod;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.page.Selectors;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import java.util.Comparator;
import java.util.List;

/** On which nodes a pod may run. */
final class PlacementText {

    private PlacementText() {}

    /** Writes node selectors and tolerations of a pod or a pod template. */
    static void nodes(Subject subject, ObjectFields pod, String indent) {
        subject.page().labels(indent + "Node-Selectors", pod.map("spec.nodeSelector"));
        List<String> tolerations = pod.list("spec.tolerations").stream()
                .sorted(Comparator.comparing(toleration -> toleration.text("key")))
                .map(PlacementText::toleration)
                .toList();
        subject.page().lines("", indent + "Tolerations", tolerations);
    }

    private static String toleration(ObjectFields toleration) {
        String key = toleration.text("key");
        String value = toleration.text("value");
        String effect = toleration.text("effect");
        String text = key + (value.isEmpty() ? "" : "=" + value) + (effect.isEmpty() ? "" : ":" + effect);
        if (toleration.text("operator").equals("Exists") && value.isEmpty()) {
            text += key.isEmpty() ? "op=Exists" : " op=Exists";
        }
        String seconds = toleration.shown("tolerationSeconds");
        return seconds.isEmpty() ? text : text + " for " + seconds + "s";
    }

    /** Writes how evenly pods are to be spread, where that is said. */
    static void spread(Subject subject, ObjectFields pod, String indent) {
        List<String> constraints = pod.list("spec.topologySpreadConstraints").stream()
                .sorted(Comparator.comparing(constraint -> constraint.text("topologyKey")))
                .map(PlacementText::constraint)
                .toList();
        if (!constraints.isEmpty() && subject.has(Feature.KUBECTL_DESCRIBE_ACCOUNTS)) {
            subject.page().lines(indent, "Topology Spread Constraints", constraints);
        }
    }

    private static String constraint(ObjectFields constraint) {
        String text = constraint.text("topologyKey") + ":" + constraint.text("whenUnsatisfiable") + " when max skew "
                + constraint.number("maxSkew") + " is exceeded";
        return constraint.has("labelSelector")
                ? text + " for selector " + Selectors.orNone(constraint.map("labelSelector"))
                : text;
    }

    /** Writes the class of a template's pods. */
    static void priority(Page page, ObjectFields pod) {
        page.lineIf(1, "Priority Class Name:", pod.text("spec.priorityClassName"));
    }
}
