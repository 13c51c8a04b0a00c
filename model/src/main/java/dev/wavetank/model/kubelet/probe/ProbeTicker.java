package dev.wavetank.model.kubelet.probe;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.container.Handlers;
import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.probe.ProbeSpec.Kind;
import dev.wavetank.model.kubelet.status.Containers;
import dev.wavetank.model.trace.ProbeTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The ticker of one probe ({@code worker.go}). It begins when the pod is added, or up to a period later where the
 * kubelet is an old one or has just started, and ticks every period; a tick does nothing before the container runs, its
 * initial delay is over and its start-up is over. A container that is not shown as ready is asked between ticks, too.
 *
 * <p>Ticks that cannot change anything are not simulated: those before the conditions hold, and those of a container
 * whose attempts succeed, until something changes in its pod.
 */
final class ProbeTicker {

    /** A container that was started less than so long before the kubelet is not known to have run before. */
    private static final long RESTART_GRACE = 10 * VirtualTime.SECOND;

    private final PodProbes.Means means;
    private final ExecTimeouts timeouts;
    private final Context context;
    private final Pod pod;
    private final ProbeSpec spec;
    private final PodProbes siblings;
    private final Runnable changed;
    /** When the ticker began, or began anew. */
    private long begun;
    /** A port that the container does not have, so that no attempt is ever made; null when there is none. */
    private final @Nullable String missingPort;

    private @Nullable RuntimeContainer container;
    private Result result = Result.UNKNOWN;
    private boolean lastSucceeded;
    private int inARow;
    /** The next tick; null when none is planned. */
    private @Nullable Timer planned;

    private boolean isAttempting;
    /** Whether another attempt is to follow the present one. */
    private boolean isTriggered;

    private boolean holds;
    private boolean stopped;
    private boolean woken;
    /** Whether the missing port has been reported. */
    private boolean reported;

    /** What a probe says about its container. */
    enum Result {
        /** Nothing yet. */
        UNKNOWN,
        /** All is well. */
        SUCCESS,
        /** It is not. */
        FAILURE
    }

    ProbeTicker(PodProbes.Means means, Pod pod, ProbeSpec spec, PodProbes siblings, Runnable changed) {
        this.means = means;
        this.timeouts = new ExecTimeouts(means.version(), means.runtime());
        this.context = means.context();
        this.pod = pod;
        this.spec = spec;
        this.siblings = siblings;
        this.changed = changed;
        boolean isSettled =
                means.version().has(Feature.PROBES_BEGIN_AT_ONCE) && means.startedAt() <= context.now() - spec.period();
        this.begun = context.now() + (isSettled ? 0 : means.phases().nextLong(spec.period()));
        this.missingPort = Handlers.missingPort(spec.handler());
    }

    ProbeSpec spec() {
        return spec;
    }

    Result result() {
        return result;
    }

    /** Whether the result is about that container, and not about an earlier one. */
    boolean isAbout(RuntimeContainer other) {
        return container != null && container.id().equals(other.id());
    }

    void see(@Nullable RuntimeContainer latest) {
        boolean isNew = latest != null && !isAbout(latest);
        container = latest;
        if (latest != null && isNew) {
            result = isTakenOver(latest) ? former() : initial();
            holds = false;
            // Results in a row are counted over the instances of a container: only a restart for the probe ends a row.
            woken = true;
        }
        arm(1);
    }

    /** Whether the container ran before the kubelet was started ({@code setReadyStateOnKubeletRestart}). */
    private boolean isTakenOver(RuntimeContainer latest) {
        return means.startedAt() > 0
                && latest.startedAt() < means.startedAt() - RESTART_GRACE
                && means.version().has(Feature.READINESS_OUTLIVES_KUBELET);
    }

    /** What the status in the API says that the probe had found. */
    private Result former() {
        Pod.ContainerStatus known =
                Containers.known(pod.status(), spec.container().name());
        boolean hadSucceeded = spec.kind() == Kind.STARTUP
                ? known != null && Boolean.TRUE.equals(known.started())
                : spec.kind() == Kind.READINESS && pod.isReady();
        return hadSucceeded ? Result.SUCCESS : initial();
    }

    private Result initial() {
        return switch (spec.kind()) {
            case STARTUP -> Result.UNKNOWN;
            case READINESS -> Result.FAILURE;
            case LIVENESS -> Result.SUCCESS;
        };
    }

    void wake() {
        woken = true;
        arm(1);
    }

    void stop() {
        stopped = true;
    }

    /** Whether an attempt can change something, if it is time. */
    private boolean isDue() {
        if (stopped || holds || container == null || !container.isRunning()) {
            return false;
        }
        boolean started = siblings.isStarted(spec.container(), container);
        return spec.kind() == Kind.STARTUP ? !started : started;
    }

    /** Whether the next attempt will say the same as the last one, as long as nothing changes in the pod. */
    private boolean rests() {
        return result == Result.SUCCESS && lastSucceeded && inARow >= spec.successThreshold() && !woken;
    }

    /** Arms the next tick that is at least that far from now. */
    private void arm(long atLeast) {
        if (isAttempting || planned != null || !isDue() || rests()) {
            return;
        }
        RuntimeContainer present = Objects.requireNonNull(container);
        long earliest = Math.max(context.now() + atLeast, present.startedAt() + spec.initialDelay());
        long sinceBegin = earliest - begun;
        long tick = sinceBegin <= 0 ? begun : begun + (sinceBegin + spec.period() - 1) / spec.period() * spec.period();
        boolean known = reported || result == Result.FAILURE && inARow > spec.failureThreshold();
        long delay = tick - context.now();
        planned = known ? context.daemonAfter(delay, this::tick) : context.after(delay, this::tick);
    }

    /**
     * Makes an attempt now, or as soon as the present one is over; none before the ticker has begun, which makes one
     * then. Where the period begins anew, it does so within the initial delay, too.
     */
    void trigger() {
        RuntimeContainer present = container;
        boolean isAsked = means.version().has(Feature.READINESS_PROBED_AT_ONCE) && missingPort == null && isDue();
        if (present == null || !isAsked || context.now() < begun) {
            return;
        }
        if (isAttempting) {
            isTriggered = true;
            return;
        }
        if (means.version().has(Feature.PROBES_TICK_FROM_TRIGGER)) {
            begun = context.now();
            if (planned != null) {
                planned.cancel();
                planned = null;
            }
        }
        if (context.now() < present.startedAt() + spec.initialDelay()) {
            arm(1);
        } else {
            attempt(present);
        }
    }

    private void tick() {
        planned = null;
        RuntimeContainer probed = container;
        if (isAttempting) {
            isTriggered = true;
            return;
        }
        if (probed == null || !isDue()) {
            return;
        }
        if (context.now() < probed.startedAt() + spec.initialDelay()) {
            // Another instance than the one for which this tick was planned: its delay counts from its own start.
            arm(1);
            return;
        }
        if (missingPort != null) {
            reported = true;
            errored(Handlers.notFound(missingPort));
            arm(1);
            return;
        }
        attempt(probed);
    }

    private void attempt(RuntimeContainer probed) {
        woken = false;
        isAttempting = true;
        means.cri()
                .call(new CriRequest.Handle(probed.id(), spec.kind().label(), spec.handler(), timeouts.timeout(spec)))
                .whenDone(response -> {
                    isAttempting = false;
                    if (response instanceof CriResponse.Handled handled && isDue() && isAbout(probed)) {
                        attempted(probed, handled);
                    } else if (response instanceof CriResponse.Failed failed && isDue() && isAbout(probed)) {
                        errored(failed.message());
                    }
                    if (isTriggered) {
                        isTriggered = false;
                        trigger();
                    }
                    arm(1);
                });
    }

    /** An attempt that could not be made says nothing of the container: the result stays ({@code doProbe}). */
    private void errored(String error) {
        woken = true;
        boolean tellsState = means.version().has(Feature.PROBE_ERRORS_TELL_STATE);
        report(" probe errored" + (tellsState ? " and resulted in unknown state: " : ": ") + error);
    }

    private void report(String what) {
        means.events().warning(pod, spec.container(), "Unhealthy", spec.kind().title() + what);
    }

    private void attempted(RuntimeContainer probed, CriResponse.Handled handled) {
        if (!handled.inTime() && !timeouts.isFailure()) {
            errored(timeouts.text(spec));
            return;
        }
        boolean success = handled.code() == 0 && handled.inTime();
        context.trace(new ProbeTrace(
                pod.uid(), spec.container().name(), probed.id(), spec.kind().label(), success));
        if (!success) {
            report(" probe failed: " + (handled.inTime() ? handled.text() : timeouts.text(spec)));
        }
        inARow = success == lastSucceeded ? inARow + 1 : 1;
        lastSucceeded = success;
        if (inARow < (success ? spec.successThreshold() : spec.failureThreshold())) {
            return;
        }
        Result now = success ? Result.SUCCESS : Result.FAILURE;
        boolean isNews = now != result;
        result = now;
        if (!success && spec.kind() != Kind.READINESS) {
            holds = true;
            inARow = 0;
        }
        if (isNews) {
            changed.run();
        }
    }
}
