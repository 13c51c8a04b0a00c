package dev.wavetank.properties.invariant.container;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A sidecar of a pod that is being deleted ends only when all containers have ended that it serves: the main ones, and
 * the sidecars that started after it. When the grace period is over, all are killed at once.
 *
 * <p>Judged are sidecars that run until they are stopped, as far as their spec says: without a command, a probe or an
 * annotation of their behaviour.
 */
public final class SidecarsEndLast implements Invariant {

    /** A container that was killed before the deletion may end after it. */
    private static final long BEFORE = VirtualTime.MINUTE;

    private final NodeTroubles troubles = new NodeTroubles();
    private final Map<String, Life> lives = new LinkedHashMap<>();

    /** A pod with sidecars. */
    private static final class Life {
        private Pod pod;
        /** When its deletion began, or -1. */
        private long deleted = -1;
        /** When all that is left is killed. */
        private long killed = Long.MAX_VALUE;
        /** Names of the containers that run, by the ids of the instances. */
        private final Map<String, String> running = new LinkedHashMap<>();
        /** The component that runs them. */
        private String runtime = "";

        private Life(Pod pod) {
            this.pod = pod;
        }
    }

    @Override
    public String name() {
        return "SidecarsEndLast";
    }

    @Override
    public String statement() {
        return "A sidecar of a deleted pod ends after the main containers, and after sidecars that started later.";
    }

    @Override
    public String reason() {
        return "A proxy or a shipper of logs that ends first cuts the last requests of the program that it serves, and"
                + " its last words. Around the time in which something is wrong with a node, its programs or its"
                + " containers, nothing is judged.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Sidecar Containers, and Pod Lifecycle, Termination of Pods",
                "pkg/kubelet/kuberuntime/kuberuntime_termination_order.go (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.DELETION, Tag.SAFETY);
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                Pod.class,
                ContainerTrace.Started.class,
                ContainerTrace.Ended.class,
                ComponentTrace.class,
                FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        troubles.observe(entry);
        if (entry.record() instanceof StoreTrace change && change.object() instanceof Pod pod) {
            observe(pod, change.change() == WatchEvent.Type.DELETED, entry.time());
        } else if (entry.record() instanceof ContainerTrace.Started started) {
            Life life = lives.get(started.uid());
            if (life != null) {
                life.running.put(started.id(), started.container());
                life.runtime = entry.component();
            }
        } else if (entry.record() instanceof ContainerTrace.Ended ended) {
            Life life = lives.get(ended.uid());
            if (life != null) {
                judge(life, life.running.remove(ended.id()), entry.time(), outcomes);
            }
        } else if (entry.record() instanceof ComponentTrace && entry.component().startsWith("runtime/")) {
            // A runtime that ends takes its containers with it.
            lives.values().stream()
                    .filter(life -> life.runtime.equals(entry.component()))
                    .forEach(life -> life.running.clear());
        }
    }

    private void observe(Pod pod, boolean gone, long now) {
        if (gone) {
            lives.remove(pod.uid());
            return;
        }
        Life life = lives.get(pod.uid());
        if (life == null) {
            if (pod.spec().initContainers().stream().noneMatch(ResourceAmounts::isSidecar)) {
                return;
            }
            life = new Life(pod);
            lives.put(pod.uid(), life);
        }
        life.pod = pod;
        Long grace = pod.metadata().deletionGracePeriodSeconds();
        if (pod.metadata().isDeleting() && grace != null) {
            life.deleted = life.deleted < 0 ? now : life.deleted;
            life.killed = Math.min(life.killed, now + grace * VirtualTime.SECOND);
        }
    }

    private void judge(Life life, @Nullable String ended, long now, Outcomes outcomes) {
        boolean isDriven = life.pod.status() != null && life.pod.status().reason() != null;
        if (life.deleted < 0 || now >= life.killed || isDriven || troubles.since(life.deleted - BEFORE)) {
            return;
        }
        List<Container> inits = life.pod.spec().initContainers();
        for (int i = 0; i < inits.size(); i++) {
            if (inits.get(i).name().equals(ended) && isServer(life.pod, inits.get(i))) {
                String served = served(life, inits.subList(i + 1, inits.size()));
                if (served != null) {
                    outcomes.broken(
                            this,
                            ObjectNames.of(life.pod),
                            "is being deleted, and its sidecar " + ended + " has ended before container " + served);
                }
            }
        }
    }

    /** The name of a running container that a sidecar serves; null when there is none. */
    private static @Nullable String served(Life life, List<Container> later) {
        return Stream.concat(
                        life.pod.spec().containers().stream(), later.stream().filter(ResourceAmounts::isSidecar))
                .map(Container::name)
                .filter(life.running::containsValue)
                .findFirst()
                .orElse(null);
    }

    private static boolean isServer(Pod pod, Container sidecar) {
        return ResourceAmounts.isSidecar(sidecar)
                && (sidecar.command() == null || sidecar.command().isEmpty())
                && sidecar.livenessProbe() == null
                && !sidecar.other().containsKey("startupProbe")
                && pod.metadata().annotations().keySet().stream().noneMatch(key -> key.endsWith("/" + sidecar.name()));
    }
}
