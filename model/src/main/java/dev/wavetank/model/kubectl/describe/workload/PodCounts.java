package dev.wavetank.model.kubectl.describe.workload;

import dev.wavetank.model.kubectl.describe.subject.Lookup;
import dev.wavetank.model.kubectl.describe.subject.Reading;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.sim.Completion;
import java.util.List;

/** How many pods of a controller are in each phase (kubectl, pkg/describe/describe.go, getPodStatusForController). */
final class PodCounts {

    private PodCounts() {}

    /** Reads the pods that a selector finds. */
    static Completion<Reading> pods(Subject owner, String selector) {
        return owner.lookup().list(owner.siblings("pods"), Lookup.Query.labels(selector));
    }

    /** The counts of those that the owner controls. */
    static String of(Subject owner, Reading pods) {
        String uid = owner.fields().text("metadata.uid");
        List<String> phases = pods.items().stream()
                .filter(pod -> isControlledBy(pod, uid))
                .map(pod -> pod.text("status.phase"))
                .toList();
        return count(phases, "Running") + " Running / " + count(phases, "Pending") + " Waiting / "
                + count(phases, "Succeeded") + " Succeeded / " + count(phases, "Failed") + " Failed";
    }

    static boolean isControlledBy(ObjectFields object, String uid) {
        return object.list("metadata.ownerReferences").stream()
                .anyMatch(owner -> owner.isOn("controller") && owner.text("uid").equals(uid));
    }

    private static long count(List<String> phases, String phase) {
        return phases.stream().filter(phase::equals).count();
    }
}
