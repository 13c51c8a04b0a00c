package dev.wavetank.model.kubelet.probe;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.container.Handlers;
import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.probe.ProbeSpec.Kind;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.component.Context;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The ticker of one probe ({@code worker.go}). It begins a random part of its period after the pod was added, and
 * ticks every period; a tick does nothing before the container runs, its initial delay is over and its start-up is
 * over.
 *
 * <p>Ticks that cannot change anything are not simulated: those before the conditions hold, and those of a container
 * whose attempts succeed, until something changes in its pod.
 */
final class ProbeTicker {

    private final PodProbes.Means means;
    private final ExecTimeouts timeouts;
    private final Context context;
    private final Pod pod;
    private final ProbeSpec spec;
    private final PodProbes siblings;
    private final Runnable changed;
    /** When the ticker began. */
    private final long begun;
    /** A port that the container does not have, so that no attempt is ever made; null when there is none. */
    private final @Nullable String missingPort;

    private @Nullable RuntimeContainer container;
    private Result result = Result.UNKNOWN;
    private boolean lastSucceeded;
    private int inARow;
    private boolean armed;
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
        this.begun = context.now() + means.phases().nextLong(spec.period());
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
        if (isNew) {
            result = initial();
            inARow = 0;
            holds = false;
        }
        arm(1);
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
        if (armed || !isDue() || rests()) {
            return;
        }
        armed = true;
        RuntimeContainer present = Objects.requireNonNull(container);
        long earliest = Math.max(context.now() + atLeast, present.startedAt() + spec.initialDelay());
        long sinceBegin = earliest - begun;
        long tick = sinceBegin <= 0 ? begun : begun + (sinceBegin + spec.period() - 1) / spec.period() * spec.period();
        boolean known = reported || result == Result.FAILURE && inARow > spec.failureThreshold();
        if (known) {
            context.daemonAfter(tick - context.now(), this::tick);
        } else {
            context.after(tick - context.now(), this::tick);
        }
    }

    private void tick() {
        RuntimeContainer probed = container;
        if (probed == null || !isDue()) {
            armed = false;
            return;
        }
        if (context.now() < probed.startedAt() + spec.initialDelay()) {
            // Another instance than the one for which this tick was planned: its delay counts from its own start.
            armed = false;
            arm(1);
            return;
        }
        woken = false;
        if (missingPort != null) {
            armed = false;
            reported = true;
            errored(Handlers.notFound(missingPort));
            arm(1);
            return;
        }
        means.cri()
                .call(new CriRequest.Handle(probed.id(), spec.kind().label(), spec.handler(), timeouts.timeout(spec)))
                .whenDone(response -> {
                    armed = false;
                    if (response instanceof CriResponse.Handled handled && isDue() && isAbout(probed)) {
                        attempted(handled);
                    } else if (response instanceof CriResponse.Failed failed && isDue() && isAbout(probed)) {
                        errored(failed.message());
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

    private void attempted(CriResponse.Handled handled) {
        if (!handled.inTime() && !timeouts.isFailure()) {
            errored(timeouts.text(spec));
            return;
        }
        boolean success = handled.code() == 0 && handled.inTime();
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
