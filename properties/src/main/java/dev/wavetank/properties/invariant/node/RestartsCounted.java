package dev.wavetank.properties.invariant.node;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Every new instance of a container is counted as a restart, and a container that has ended stays so where its pod's
 * {@code restartPolicy} says it.
 *
 * <p>Users and alerts look at {@code restartCount}. It is judged by what the API says of two states in a row.
 */
public final class RestartsCounted implements Invariant {

    @Override
    public String name() {
        return "RestartsCounted";
    }

    @Override
    public String statement() {
        return "Every new instance of a container counts as a restart, and none follows where the policy forbids it.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change
                && change.change() == WatchEvent.Type.MODIFIED
                && change.object() instanceof Pod pod
                && change.previous() instanceof Pod before
                && pod.status() != null
                && before.status() != null
                && pod.uid().equals(before.uid())) {
            Map<String, Pod.ContainerStatus> known = new LinkedHashMap<>();
            before.status().containerStatuses().forEach(status -> known.put(status.name(), status));
            for (Pod.ContainerStatus status : pod.status().containerStatuses()) {
                judge(pod, known.get(status.name()), status, outcomes);
            }
        }
    }

    private void judge(Pod pod, Pod.@Nullable ContainerStatus before, Pod.ContainerStatus after, Outcomes outcomes) {
        if (before == null
                || before.containerID() == null
                || after.containerID() == null
                || Objects.equals(before.containerID(), after.containerID())) {
            return;
        }
        int was = Defaults.zeroIfNull(before.restartCount());
        int is = Defaults.zeroIfNull(after.restartCount());
        if (is <= was) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "has a new instance of container " + after.name() + " and restartCount " + is + ", which was " + was
                            + " before");
        }
        Pod.Terminated end = before.state() == null ? null : before.state().terminated();
        String policy = pod.spec().restartPolicy();
        boolean isFinal = end != null
                && ("Never".equals(policy) || "OnFailure".equals(policy) && Objects.equals(end.exitCode(), 0));
        if (end != null && isFinal) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "has a new instance of container " + after.name() + ", which had ended with code " + end.exitCode()
                            + ", and the restartPolicy is " + policy);
        }
    }
}
