package dev.wavetank.model.kubelet.volume;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.kubelet.event.PodEvents;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Looks at the claims of a pod before its volumes are mounted ({@code desired_state_of_world_populator.go}). A kubelet
 * since v1.16 says at once what is wrong with them; an older one waits for them as for other volumes.
 */
final class ClaimCheck {

    /** How often claims are read again; really ten times as often. */
    private static final long PERIOD = VirtualTime.SECOND;

    private final Context context;
    private final PodEvents events;
    private final MountTexts texts;
    private final BoundVolumes bound;
    private final Set<String> waiting = new TreeSet<>();

    ClaimCheck(Context context, ApiClient client, PodEvents events, KubernetesVersion version) {
        this.context = context;
        this.events = events;
        this.texts = new MountTexts(version);
        this.bound = new BoundVolumes(client, version);
    }

    /** Ends with what is wrong, which an Event says; empty when the volumes of all claims are bound. */
    Completion<Optional<String>> run(Pod pod) {
        waiting.add(pod.uid());
        return run(pod, context.now());
    }

    /** A check that waits for claims of the pod ends soon. */
    void forget(String uid) {
        waiting.remove(uid);
    }

    private Completion<Optional<String>> run(Pod pod, long since) {
        return bound.failures(pod).then(failures -> {
            if (failures.isEmpty()) {
                waiting.remove(pod.uid());
                return Completion.of(Optional.<String>empty());
            }
            return texts.reportsErrors() ? giveUp(pod, texts.failed(pod, failures)) : again(pod, failures, since);
        });
    }

    private Completion<Optional<String>> again(Pod pod, List<BoundVolumes.Failure> failures, long since) {
        if (context.now() - since >= PodVolumes.TIMEOUT) {
            List<String> names =
                    failures.stream().map(BoundVolumes.Failure::volume).toList();
            return giveUp(pod, texts.waited(pod, names, names, names));
        }
        Completion<Optional<String>> result = new Completion<>(context);
        context.after(PERIOD, () -> {
            Completion<Optional<String>> next =
                    waiting.contains(pod.uid()) ? run(pod, since) : Completion.of(Optional.of("the pod ends"));
            next.whenDone(result::complete);
        });
        return result;
    }

    private Completion<Optional<String>> giveUp(Pod pod, String text) {
        waiting.remove(pod.uid());
        events.warning(pod, "FailedMount", text);
        return Completion.of(Optional.of(text));
    }
}
