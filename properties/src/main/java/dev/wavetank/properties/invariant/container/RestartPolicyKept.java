package dev.wavetank.properties.invariant.container;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.ChangedImages;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.RestartRules;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A container that has ended runs again only when the restart policy of its pod says so, and is counted as restarted
 * then.
 */
public final class RestartPolicyKept implements Invariant {

    /**
     * The latest run of a container that the API has shown.
     *
     * @param id of the instance
     * @param count of restarts
     * @param code with which it ended; null while it runs
     */
    private record Run(String id, int count, @Nullable Integer code) {}

    private final Map<String, Map<String, Run>> byPod = new LinkedHashMap<>();
    /** The containers whose image has been changed, by pod. */
    private final Map<String, Set<String>> changed = new LinkedHashMap<>();

    @Override
    public String name() {
        return "RestartPolicyKept";
    }

    @Override
    public String reason() {
        return "Never is for work that must not run twice in one pod, and the count of restarts is what alarms"
                + " look at. A runtime that has lost its containers knows of no end, which is excused. A container"
                + " that runs is made anew when its image was changed.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Pod Lifecycle, Container restart policy",
                "pkg/kubelet/container/helpers.go (v1.32), ShouldContainerBeRestarted");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A container runs again only when the restart policy says so, and is counted as restarted then.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, ComponentTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof ComponentTrace && entry.component().startsWith("runtime/")) {
            byPod.clear();
        } else if (entry.record() instanceof StoreTrace change && change.object() instanceof Pod pod) {
            if (change.change() == WatchEvent.Type.DELETED) {
                byPod.remove(pod.uid());
                changed.remove(pod.uid());
                return;
            }
            ChangedImages.by(change, pod)
                    .forEach(name -> changed.computeIfAbsent(pod.uid(), missing -> new TreeSet<>())
                            .add(name));
            if (pod.status() != null) {
                pod.status().containerStatuses().forEach(status -> observe(pod, status, outcomes));
            }
        }
    }

    private void observe(Pod pod, Pod.ContainerStatus status, Outcomes outcomes) {
        Pod.ContainerState state = status.state();
        Pod.Terminated ended = state == null ? null : state.terminated();
        boolean runs = state != null && state.running() != null;
        if (status.containerID() == null || !runs && ended == null) {
            return;
        }
        int count = status.restartCount() == null ? 0 : status.restartCount();
        Run now = new Run(status.containerID(), count, ended == null ? null : ended.exitCode());
        Run before = byPod.computeIfAbsent(pod.uid(), missing -> new LinkedHashMap<>(2))
                .put(status.name(), now);
        if (before == null || before.id().equals(now.id())) {
            return;
        }
        Map<String, Object> own = fields(pod, status.name());
        Object policy = own.get("restartPolicy") == null ? pod.spec().restartPolicy() : own.get("restartPolicy");
        boolean succeeded = Objects.requireNonNullElse(before.code(), 1) == 0;
        boolean isChanged =
                changed.getOrDefault(pod.uid(), Collections.emptySet()).contains(status.name());
        boolean ends = !isChanged && ("Never".equals(policy) || "OnFailure".equals(policy) && succeeded);
        if (ends && !RestartRules.mayRestart(own, before.code()) && !RestartRules.mayRestartAll(pod)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "runs container " + status.name() + " again after "
                            + (before.code() == null ? "it ran" : "code " + before.code())
                            + ", although its restart policy is " + policy);
        } else if (now.count() <= before.count()) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "runs another instance of container " + status.name() + ", and still counts " + now.count()
                            + " restarts");
        }
    }

    private static Map<String, Object> fields(Pod pod, String name) {
        return pod.spec().containers().stream()
                .filter(container -> container.name().equals(name))
                .findFirst()
                .map(Container::other)
                .orElse(Collections.emptyMap());
    }
}
