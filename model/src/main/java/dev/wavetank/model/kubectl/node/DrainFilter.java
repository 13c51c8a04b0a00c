package dev.wavetank.model.kubectl.node;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Which pods of a node {@code drain} evicts, which it ignores, and which make it fail. */
final class DrainFilter {

    private static final String MIRROR = "kubernetes.io/config.mirror";

    private final List<Pod> evicted = new ArrayList<>();
    private final List<Pod> ofDaemons = new ArrayList<>();
    private final List<Pod> unmanaged = new ArrayList<>();
    private final List<Pod> withData = new ArrayList<>();
    private final boolean ignoresDaemons;

    /**
     * Sorts pods.
     *
     * @param now what the user's clock shows
     */
    DrainFilter(Invocation line, List<Pod> pods, Instant now) {
        LabelSelector chosen = LabelSelector.parse(line.value(Flag.POD_SELECTOR).orElse(""));
        int patience = line.number(Flag.SKIP_WAIT_FOR_DELETE_TIMEOUT).orElse(0);
        ignoresDaemons = line.isOn(Flag.IGNORE_DAEMONSETS);
        boolean deletesData = line.isOn(Flag.DELETE_EMPTYDIR_DATA) || line.isOn(Flag.DELETE_LOCAL_DATA);
        for (Pod pod : pods) {
            String owner = pod.metadata().controller().map(OwnerReference::kind).orElse("");
            boolean other = !chosen.matches(pod.metadata().labels())
                    || pod.metadata().annotations().containsKey(MIRROR)
                    || patience > 0 && isLongDeleted(pod, now.minusSeconds(patience));
            if (other) {
                continue;
            }
            if (owner.equals("DaemonSet") && !pod.isFinished()) {
                ofDaemons.add(pod);
                continue;
            }
            if (owner.isEmpty() && !pod.isFinished() && !line.isOn(Flag.FORCE)) {
                unmanaged.add(pod);
            }
            boolean hasData = pod.spec().volumes().stream().anyMatch(volume -> volume.containsKey("emptyDir"));
            if (hasData && !pod.isFinished() && !deletesData) {
                withData.add(pod);
            }
            evicted.add(pod);
        }
    }

    private static boolean isLongDeleted(Pod pod, Instant before) {
        Instant deleted = pod.metadata().deletionTimestamp();
        return deleted != null && deleted.isBefore(before);
    }

    /** The pods to evict, when there is no {@link #refusal}. */
    List<Pod> evicted() {
        return evicted;
    }

    /** Why nothing is evicted; empty without an obstacle. */
    String refusal() {
        List<String> reasons = new ArrayList<>();
        add(
                reasons,
                ignoresDaemons ? List.of() : ofDaemons,
                "DaemonSet-managed Pods (use --ignore-daemonsets to ignore)");
        add(reasons, withData, "Pods with local storage (use --delete-emptydir-data to override)");
        add(reasons, unmanaged, "Pods that declare no controller (use --force to override)");
        return reasons.size() > 1 ? "[" + String.join(", ", reasons) + "]" : String.join("", reasons);
    }

    private static void add(List<String> reasons, List<Pod> pods, String what) {
        if (!pods.isEmpty()) {
            reasons.add("cannot delete " + what + ": " + names(pods));
        }
    }

    private static String names(List<Pod> pods) {
        return pods.stream().map(pod -> pod.key().toString()).collect(Collectors.joining(", "));
    }

    /** The warning about pods that stay; empty when there are none. */
    String warning() {
        return ofDaemons.isEmpty() ? "" : "ignoring DaemonSet-managed Pods: " + names(ofDaemons);
    }
}
