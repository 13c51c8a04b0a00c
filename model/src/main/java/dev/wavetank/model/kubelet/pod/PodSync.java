package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.container.PullSecrets;
import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.probe.PodProbes;
import dev.wavetank.model.kubelet.source.StaticPod;
import dev.wavetank.model.kubelet.status.Containers;
import dev.wavetank.model.kubelet.status.RestartAll;
import dev.wavetank.model.kubelet.status.StatusGenerator;
import dev.wavetank.model.kubelet.status.StatusInputs;
import dev.wavetank.model.kubelet.status.WaitingReason;
import dev.wavetank.model.trace.MeasuredTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One sync after the other of one pod ({@code syncPod}, pkg/kubelet/kubelet.go v1.20). In order: the status, from the
 * runtime and from what went wrong in the sync before; its write; checks; volumes; sandbox; containers.
 */
final class PodSync {

    private final Parts parts;
    private final BooleanSupplier mustEnd;
    private final StatusGenerator generator;
    private final ContainerStarts starts;
    private final PodProbes probes;
    private final long firstSeen;
    private boolean admitted;
    private boolean finished;
    private boolean lacksNetwork;
    private long deadline = Long.MAX_VALUE;
    /** Why the pod has failed as a whole, or null. */
    private @Nullable Failure failure;

    /** The phase to report when the last containers have ended, or null. */
    private @Nullable String endPhase;

    private @Nullable StatusInputs inputs;
    private Pod.@Nullable Status composed;

    PodSync(Parts parts, Pod pod, BooleanSupplier mustEnd, Consumer<PodProbes.Change> probed) {
        this.parts = parts;
        this.mustEnd = mustEnd;
        this.finished = pod.isFinished();
        this.firstSeen = parts.context().now();
        this.generator = new StatusGenerator(
                parts.node().address(),
                parts.node().system().scheme(),
                parts.version(),
                parts.starter().users(),
                parts.context().clock());
        this.starts = new ContainerStarts(parts, mustEnd);
        this.probes = new PodProbes(parts.probes(), pod, probed);
    }

    private record Failure(String reason, String message) {}

    PodProbes probes() {
        return probes;
    }

    /** Whether the pod has ended for good: it has failed or succeeded, or was rejected. */
    boolean isFinished() {
        return finished;
    }

    /** Whether the node has admitted the pod. */
    boolean isAdmitted() {
        return admitted;
    }

    /** Whether the node has not admitted the pod. */
    boolean isRejected() {
        return finished && !admitted;
    }

    /** Virtual time at which the pod has been active for as long as it may, or {@code Long.MAX_VALUE}. */
    long deadline() {
        return deadline;
    }

    /** Syncs the pod; ends with whether there was no error. */
    Completion<Boolean> run(Pod pod, @Nullable RuntimePod seen) {
        return admitted
                ? runAdmitted(pod, seen)
                : parts.admission()
                        .prepare(pod)
                        .then(known -> mustEnd.getAsBoolean() ? Completion.of(false) : admit(pod))
                        .then(fits -> fits && !mustEnd.getAsBoolean() ? runAdmitted(pod, seen) : Completion.of(true));
    }

    private Completion<Boolean> runAdmitted(Pod desired, @Nullable RuntimePod seen) {
        Pod pod = parts.resizes().synced(desired, seen);
        boolean isFirst = composed == null;
        if (isFirst && seen != null && !pod.spec().volumes().isEmpty()) {
            parts.volumes().adopt(pod);
        }
        String before = phase().orElse("Pending");
        Pod.Status status = compose(pod, seen, null);
        probes.trigger();
        // A pod's first sync counts, too: the condition has no parentheses (syncPod, pkg/kubelet/kubelet.go v1.20).
        if (isFirst || "Pending".equals(before) && "Running".equals(status.phase())) {
            long since = parts.context().now() - firstSeen;
            MeasuredTrace.of(parts.context(), MeasuredTrace.POD_START, "", since, false);
        }
        if (isOverdue(pod, status)) {
            String message = "Pod was active on the node longer than the specified deadline";
            parts.events().normal(pod, "DeadlineExceeded", message);
            fail(pod, "DeadlineExceeded", message);
            return Completion.of(true);
        }
        Optional<Admission.Refusal> blocked = parts.admission().blocked(pod);
        if (blocked.isPresent()) {
            write(pod, blocked(status, blocked.get()));
            return Completion.of(false);
        }
        finished = "Failed".equals(status.phase()) || "Succeeded".equals(status.phase());
        boolean stillRuns = seen != null && seen.containers().stream().anyMatch(RuntimeContainer::isRunning);
        if (finished && stillRuns && reportsEndLast()) {
            // Sidecars have to end first.
            endPhase = status.phase();
            write(pod, status.withPhase(before));
        } else {
            write(pod, status);
        }
        if (finished) {
            return Completion.of(true);
        }
        return StaticPod.isStatic(pod) ? parts.mirrors().ensure(pod).then(shown -> act(pod, seen)) : act(pod, seen);
    }

    /**
     * The pod fails as a whole. Once this is told at once, with the states that the containers have; since 1.22 when
     * they have ended ({@code mergePodStatus}, pkg/kubelet/status).
     */
    private void fail(Pod pod, String reason, String message) {
        finished = true;
        failure = new Failure(reason, message);
        if (!reportsEndLast()) {
            write(pod, generator.failed(Objects.requireNonNull(inputs), reason, message, now()));
        }
    }

    /**
     * The pod fails because it is evicted, or makes room for another. Once nothing but that was told, at once; since
     * 1.22 it is told when its containers have ended.
     */
    void evict(Pod pod, String reason, String message) {
        parts.events().warning(pod, reason, message);
        terminate(pod, reason, message);
    }

    /** The pod fails because of its node. */
    void terminate(Pod pod, String reason, String message) {
        finished = true;
        failure = new Failure(reason, message);
        if (!reportsEndLast()) {
            write(pod, generator.rejected(pod, reason, message));
        }
    }

    private boolean reportsEndLast() {
        return parts.own().reportsEndLast().test(parts.version());
    }

    /** Whether the end of its containers is still to be told, of a pod that has ended for good. */
    boolean tellsEnd() {
        return admitted && reportsEndLast();
    }

    private Completion<Boolean> admit(Pod pod) {
        return parts.admission().admit(pod).map(refusal -> {
            admitted = refusal.isEmpty();
            refusal.ifPresent(found -> {
                finished = true;
                parts.events().warning(pod, found.reason(), found.message());
                parts.statuses().write(pod, generator.rejected(pod, found.reason(), found.status()));
            });
            parts.resizes().retry();
            return admitted;
        });
    }

    /** The phase that was written last; empty before the first write. */
    Optional<String> phase() {
        return Optional.ofNullable(composed).map(Pod.Status::phase);
    }

    /** The status that was written last, or null. */
    Pod.@Nullable Status status() {
        return composed;
    }

    private Instant now() {
        return parts.context().clock();
    }

    private Pod.Status compose(Pod pod, @Nullable RuntimePod seen, @Nullable String finalPhase) {
        probes.see(seen);
        return compose(pod, seen, starts.reasons(), finalPhase);
    }

    private Pod.Status compose(
            Pod pod, @Nullable RuntimePod seen, Map<String, WaitingReason> reasons, @Nullable String finalPhase) {
        Pod own = parts.resizes().of(pod);
        List<Pod.Condition> resizes = parts.resizes().conditions(pod.uid());
        inputs = new StatusInputs(own, composed, seen, reasons, probes, finalPhase, resizes);
        return generator.of(inputs, now());
    }

    private void write(Pod pod, Pod.Status status) {
        composed = status;
        parts.statuses().write(pod, status);
    }

    /** Writes the status at the end of the pod. */
    void publishEnd(Pod pod, @Nullable RuntimePod seen, @Nullable String finalPhase) {
        if (failure == null) {
            write(pod, compose(pod, seen, endPhase == null ? finalPhase : endPhase));
        } else {
            Pod.Status status = compose(pod, seen, "Failed");
            write(pod, generator.ended(status, failure.reason(), failure.message(), now()));
        }
    }

    /** Writes the last status again, with the present results of the probes. */
    void publishAgain(Pod pod) {
        if (inputs != null && composed != null) {
            StatusInputs before = inputs;
            write(pod, compose(pod, before.runtime(), before.reasons(), before.finalPhase()));
        }
    }

    private boolean isOverdue(Pod pod, Pod.Status status) {
        Long seconds = pod.spec().activeDeadlineSeconds();
        if (seconds == null) {
            return false;
        }
        Instant end = generator.startTime(status).plusSeconds(seconds);
        long left = Timestamps.between(now(), end);
        deadline = parts.context().now() + Math.max(0, left);
        return left <= 0;
    }

    private static Pod.Status blocked(Pod.Status status, Admission.Refusal refusal) {
        List<Pod.ContainerStatus> containers = status.containerStatuses().stream()
                .map(one -> one.state().waiting() == null
                        ? one
                        : one.withState(new Pod.ContainerState(new Pod.Waiting("Blocked", null), null, null)))
                .toList();
        return status.withReason(refusal.reason())
                .withMessage(refusal.message())
                .withContainerStatuses(containers);
    }

    /** Whether the last sync found that pods cannot be connected. */
    boolean lacksNetwork() {
        return lacksNetwork;
    }

    /** A pod of the node's own network needs no other ({@code NetworkNotReadyErrorMsg}, pkg/kubelet/kubelet.go). */
    private boolean lacksNetwork(Pod pod) {
        Optional<String> error =
                PodPorts.isOfHost(pod) ? Optional.empty() : parts.network().error();
        if (error.isPresent() && parts.version().has(Feature.NETWORK_NOT_READY_EVENTS)) {
            parts.events().warning(pod, "NetworkNotReady", "network is not ready: " + error.get());
        }
        return error.isPresent();
    }

    private Completion<Boolean> act(Pod pod, @Nullable RuntimePod seen) {
        lacksNetwork = lacksNetwork(pod);
        if (lacksNetwork) {
            return Completion.of(false);
        }
        if (seen != null && RestartAll.isGoingOn(composed)) {
            return new PodReset(parts, pod).run(seen);
        }
        // What was started before, the kubelet's own status knows better than a watch that lags.
        PodActions actions = PodActions.of(
                composed == null ? pod : pod.withStatus(composed),
                seen,
                probes,
                parts.version().has(Feature.CHANGED_SIDECARS_RESTART));
        PullSecrets secrets = parts.starter().secrets();
        if (actions.kills().isEmpty() && actions.starts().isEmpty()) {
            return report(pod, secrets, actions);
        }
        return new ContainerStops(parts)
                .run(pod, actions.kills())
                .then(killed -> actions.newSandbox() ? mount(pod) : Completion.of(killed))
                .then(mounted -> mounted ? report(pod, secrets, actions) : Completion.of(false))
                .then(mounted -> mounted && !mustEnd.getAsBoolean()
                        ? sandbox(pod, seen, actions)
                        : Completion.of(Optional.<String>empty()))
                .then(sandbox ->
                        sandbox.isPresent() ? starts.run(sandbox.get(), actions.starts(), seen) : Completion.of(false));
    }

    /** Reports missing secrets, and then gives running containers other resources. */
    private Completion<Boolean> report(Pod pod, PullSecrets secrets, PodActions actions) {
        Completion<Boolean> reported = secrets.report(pod);
        return actions.resizes().isEmpty()
                ? reported
                : reported.then(done -> done && !mustEnd.getAsBoolean()
                        ? new ContainerResizes(parts).run(pod, actions.resizes())
                        : Completion.of(done));
    }

    private Completion<Boolean> mount(Pod pod) {
        return parts.own().volumes().await(parts.volumes(), pod).map(Optional::isEmpty);
    }

    /**
     * Stops what still runs in a sandbox that is of no use any more, with its grace, and then the sandbox. Its removal
     * is a matter of garbage collection ({@code killPodWithSyncResult}, pkg/kubelet/kuberuntime).
     */
    private Completion<CriResponse> clear(Pod pod, RuntimePod sandbox) {
        parts.events().normal(pod, "SandboxChanged", "Pod sandbox changed, it will be killed and re-created.");
        return new PodTermination(parts.cri(), parts.killer())
                .stop(pod, Containers.running(pod, sandbox), false)
                .then(stopped -> Completion.all(purge(pod, sandbox)))
                .then(purged -> parts.cri().call(new CriRequest.StopPodSandbox(sandbox.sandboxId())));
    }

    /** Init containers run again, so that nothing is kept of their runs ({@code purgeInitContainers}). */
    private List<Completion<CriResponse>> purge(Pod pod, RuntimePod sandbox) {
        List<Completion<CriResponse>> purges = new ArrayList<>(0);
        for (Container spec : pod.spec().initContainers()) {
            RuntimeContainer container = Containers.find(sandbox, spec);
            if (container != null) {
                purges.add(parts.cri().call(new CriRequest.RemoveContainer(container.id())));
            }
        }
        return purges;
    }

    /** The sandbox to start containers in; empty when there is none. */
    private Completion<Optional<String>> sandbox(Pod pod, @Nullable RuntimePod seen, PodActions actions) {
        if (!actions.newSandbox()) {
            starts.connected(Objects.requireNonNull(seen).ip());
            return Completion.of(Optional.of(Objects.requireNonNull(seen).sandboxId()));
        }
        Completion<CriResponse> cleared = seen == null
                ? Completion.of(new CriResponse.Done())
                : clear(pod, seen).map(PodSync::ofCall);
        int attempt = seen == null ? 0 : seen.attempt() + 1;
        return cleared.then(
                        response -> response instanceof CriResponse.Done ? run(pod, attempt) : Completion.of(response))
                .map(response -> {
                    if (response instanceof CriResponse.Created created) {
                        starts.connected(created.address());
                        return Optional.of(created.id());
                    }
                    String error = response instanceof CriResponse.Failed failed ? failed.message() : "";
                    parts.events().warning(pod, "FailedCreatePodSandBox", noSandbox(error));
                    return Optional.empty();
                });
    }

    private String noSandbox(String error) {
        String text = parts.version().has(Feature.SANDBOX_EVENTS_SAY_TO) ? "Failed to create" : "Failed create";
        return text + " pod sandbox" + (parts.version().has(Feature.SANDBOX_EVENTS_WITH_ERROR) ? ": " + error : ".");
    }

    private Completion<CriResponse> run(Pod pod, int attempt) {
        return parts.classes()
                .handlerOf(pod)
                .then(handler -> handler.error().isPresent()
                        ? Completion.of(new CriResponse.Failed(handler.error().get()))
                        : parts.cri()
                                .call(new CriRequest.RunPodSandbox(
                                        pod.key(), pod.uid(), attempt, PodPorts.network(pod), handler.name()))
                                .map(PodSync::ofCall));
    }

    private static CriResponse ofCall(CriResponse response) {
        return response instanceof CriResponse.Failed failed
                ? new CriResponse.Failed("rpc error: code = Unknown desc = " + failed.message())
                : response;
    }
}
