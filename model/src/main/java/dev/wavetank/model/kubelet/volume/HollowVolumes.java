package dev.wavetank.model.kubelet.volume;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.NotSimulatedTrace;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The volumes of a hollow node, as kubemark has them: nothing is mounted, and everything is taken to be there. A note
 * says so of what could be missing.
 */
final class HollowVolumes {

    /** Kinds that are there on every node; tokens are projected, or Secrets with names of their own. */
    private static final List<String> EVERYWHERE = List.of("emptyDir", "downwardAPI");

    private final Context context;
    private final UsedVolumes used;
    private final Set<String> reported = new TreeSet<>();

    HollowVolumes(Context context, UsedVolumes used) {
        this.context = context;
        this.used = used;
    }

    /** Takes the volumes of a pod to be there, and notes once which of them were not looked for. */
    Completion<Optional<String>> mount(Pod pod) {
        List<String> unseen = new ArrayList<>();
        for (Map<String, Object> volume : used.of(pod)) {
            String name = String.valueOf(volume.get("name"));
            boolean isToken = name.startsWith("kube-api-access-") || name.contains("-token-");
            if (!isToken && !EVERYWHERE.contains(PodDirectory.kind(volume))) {
                unseen.add(name);
            }
        }
        if (!unseen.isEmpty() && reported.add(pod.uid())) {
            String what = "volumes of hollow nodes (kubelet.hollow), which are taken to be there: ";
            context.trace(new NotSimulatedTrace("pod/" + pod.key(), what + String.join(", ", unseen)));
        }
        return Completion.of(Optional.empty());
    }
}
