package dev.wavetank.model.kubelet.probe;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimeKind;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.event.PodEvents;
import dev.wavetank.model.kubelet.probe.ProbeSpec.Kind;
import dev.wavetank.model.kubelet.runtime.CriClient;
import dev.wavetank.model.kubelet.status.Containers;
import dev.wavetank.model.kubelet.status.ProbeResults;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The probes of one pod, and what they have found ({@code pkg/kubelet/prober}). */
public final class PodProbes implements ProbeResults {

    private final List<ProbeTicker> tickers = new ArrayList<>(0);

    /**
     * What the probes of a node need.
     *
     * @param context of the kubelet
     * @param cri reaches containers
     * @param events where failures are recorded
     * @param version of Kubernetes
     * @param runtime the kind of the node's runtime
     * @param phases draws when the tickers begin
     * @param startedAt when the kubelet was started, in nanoseconds; negative when that was long before the run began
     */
    public record Means(
            Context context,
            CriClient cri,
            PodEvents events,
            KubernetesVersion version,
            RuntimeKind runtime,
            RandomStream phases,
            long startedAt) {}

    /** What has changed. */
    public enum Change {
        /** The start-up of a container is over, or its readiness is another: the status changes. */
        STATUS,
        /** A container is to be restarted because of its liveness. */
        LIVENESS,
        /** A container is to be restarted because it did not start in time. */
        STARTUP
    }

    /**
     * The probes of a pod, which begin to tick now.
     *
     * @param changed called when results have changed
     */
    public PodProbes(Means means, Pod pod, Consumer<Change> changed) {
        for (Container container : pod.spec().initContainers()) {
            if (Containers.isSidecar(container)) {
                add(means, pod, container, changed);
            }
        }
        for (Container container : pod.spec().containers()) {
            add(means, pod, container, changed);
        }
    }

    private void add(Means means, Pod pod, Container container, Consumer<Change> changed) {
        for (Kind kind : Kind.values()) {
            ProbeSpec.of(container, kind)
                    .ifPresent(spec -> tickers.add(
                            new ProbeTicker(means, pod, spec, this, () -> passOn(kind, container, changed))));
        }
    }

    private void passOn(Kind kind, Container container, Consumer<Change> changed) {
        if (kind == Kind.READINESS) {
            changed.accept(Change.STATUS);
            trigger();
        } else if (hasFailed(kind, container)) {
            changed.accept(kind == Kind.LIVENESS ? Change.LIVENESS : Change.STARTUP);
        } else if (kind == Kind.STARTUP) {
            changed.accept(Change.STATUS);
            wake();
            trigger();
        }
    }

    private boolean hasFailed(Kind kind, Container container) {
        ProbeTicker ticker = find(kind, container);
        return ticker != null && ticker.result() == ProbeTicker.Result.FAILURE;
    }

    private @Nullable ProbeTicker find(Kind kind, Container container) {
        for (ProbeTicker ticker : tickers) {
            if (ticker.spec().kind() == kind && ticker.spec().container().name().equals(container.name())) {
                return ticker;
            }
        }
        return null;
    }

    /** Takes over the state of the containers that a status shows. */
    public void see(@Nullable RuntimePod runtime) {
        for (ProbeTicker ticker : tickers) {
            ticker.see(Containers.find(runtime, ticker.spec().container()));
        }
    }

    /** Lets probes that rest attempt again, because something has changed in the pod. */
    public void wake() {
        tickers.forEach(ProbeTicker::wake);
    }

    /** A status has been derived: containers that it shows as not ready are asked at once ({@code UpdatePodStatus}). */
    public void trigger() {
        for (ProbeTicker ticker : tickers) {
            if (ticker.spec().kind() == Kind.READINESS && ticker.result() != ProbeTicker.Result.SUCCESS) {
                ticker.trigger();
            }
        }
    }

    /** Ends all attempts. */
    public void stop() {
        tickers.forEach(ProbeTicker::stop);
    }

    /**
     * A container that is to be restarted.
     *
     * @param text what is wrong, such as {@code failed liveness probe}
     * @param probe the probe that says so, as the container has it
     */
    public record Failure(String text, Map<String, Object> probe) {}

    /** What is wrong with a running container that is to be restarted; null when nothing is. */
    public @Nullable Failure failure(Container spec, RuntimeContainer container) {
        for (Kind kind : List.of(Kind.LIVENESS, Kind.STARTUP)) {
            ProbeTicker ticker = find(kind, spec);
            if (ticker != null && ticker.isAbout(container) && hasFailed(kind, spec)) {
                return new Failure(
                        "failed " + kind.label() + " probe", ticker.spec().handler());
            }
        }
        return null;
    }

    @Override
    public boolean isStarted(Container spec, RuntimeContainer container) {
        ProbeTicker ticker = find(Kind.STARTUP, spec);
        return ticker == null || ticker.isAbout(container) && ticker.result() == ProbeTicker.Result.SUCCESS;
    }

    @Override
    public boolean isReady(Container spec, RuntimeContainer container) {
        ProbeTicker ticker = find(Kind.READINESS, spec);
        return ticker == null || ticker.isAbout(container) && ticker.result() == ProbeTicker.Result.SUCCESS;
    }
}
