package dev.wavetank.model.kubectl.get;

import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.version.Feature;
import java.util.List;

/**
 * Pods that have ended, which old tables leave out unless they are named or asked for (kubectl, pkg/kubectl/cmd/get.go
 * and pkg/printers, v1.8).
 */
final class CompletedPods {

    /** What is said when there is nothing else. */
    static final String ONLY = "No resources found, use --show-all to see completed objects.";

    private static final List<String> ENDED = List.of("Succeeded", "Failed");

    private final boolean hidden;
    private int count;

    private CompletedPods(boolean hidden) {
        this.hidden = hidden;
    }

    static CompletedPods of(Session session, List<Selected> selections) {
        boolean asked = session.line().isOn(Flag.SHOW_ALL);
        if (session.line().value(Flag.SHOW_ALL).isPresent() && !session.has(Feature.KUBECTL_HIDES_COMPLETED)) {
            session.note("Flag --show-all has been deprecated, will be removed in an upcoming release");
        }
        boolean pods = selections.stream()
                .anyMatch(one ->
                        one.resource().plural().equals("pods") && one.name().isEmpty());
        return new CompletedPods(session.has(Feature.KUBECTL_HIDES_COMPLETED) && pods && !asked);
    }

    boolean areHidden() {
        return hidden;
    }

    boolean hasHidden() {
        return count > 0;
    }

    /** Takes the rows of such pods away; each row has its object. */
    void hide(Selected selected, ObjectFields table) {
        if (!selected.resource().plural().equals("pods")) {
            return;
        }
        List<ObjectFields> rows = table.list("rows");
        List<ObjectFields> left = rows.stream()
                .filter(row -> !ENDED.contains(row.text("object.status.phase")))
                .toList();
        count += rows.size() - left.size();
        table.tree().put("rows", left.stream().map(ObjectFields::tree).toList());
    }
}
