package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lifecycle events of one pod between two listings of the runtime ({@code generateEvents}, pkg/kubelet/pleg v1.20):
 * one for each sandbox or container that has started or ended. The end of a resize is looked for, too
 * ({@code RunningContainerWatchCondition}, v1.33). A dead predecessor that goes is none that syncs a pod.
 */
final class PodChanges {

    private PodChanges() {}

    static int count(@Nullable RuntimePod before, @Nullable RuntimePod after) {
        if (before == after) {
            return 0;
        }
        if (before == null || after == null) {
            RuntimePod only = after == null ? before : after;
            return 1 + (only == null ? 0 : only.containers().size());
        }
        boolean replaced = !before.sandboxId().equals(after.sandboxId());
        int changes = replaced ? 2 : before.ready() != after.ready() ? 1 : 0;
        List<RuntimeContainer> containers = after.containers();
        for (RuntimeContainer now : containers) {
            RuntimeContainer was = before.container(now.name());
            if (was == null || !was.id().equals(now.id())) {
                changes += was != null && was.isRunning() ? 2 : 1;
            } else if (was.state() != now.state() || was.resources() != now.resources()) {
                changes++;
            }
        }
        for (RuntimeContainer was : before.containers()) {
            changes += after.container(was.name()) == null ? 1 : 0;
        }
        return changes;
    }
}
