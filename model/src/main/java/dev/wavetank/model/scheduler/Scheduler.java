package dev.wavetank.model.scheduler;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.cache.InformerHolder;
import dev.wavetank.model.client.leaderelection.LeaderElection;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.scheduler.binding.BindingCycle;
import dev.wavetank.model.scheduler.cache.CacheSnapshot;
import dev.wavetank.model.scheduler.cache.SchedulerCache;
import dev.wavetank.model.scheduler.config.SchedulerConfiguration;
import dev.wavetank.model.scheduler.cycle.AttemptRecord;
import dev.wavetank.model.scheduler.cycle.Explanation;
import dev.wavetank.model.scheduler.cycle.HostSelection;
import dev.wavetank.model.scheduler.cycle.NodeSearch;
import dev.wavetank.model.scheduler.cycle.Outcome;
import dev.wavetank.model.scheduler.cycle.SchedulingCycle;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.ProfileFactory;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.scheduler.preemption.DefaultPreemption;
import dev.wavetank.model.scheduler.preemption.IgnoredExtenders;
import dev.wavetank.model.scheduler.queue.Nominator;
import dev.wavetank.model.scheduler.queue.QueueEvents;
import dev.wavetank.model.scheduler.queue.QueueSettings;
import dev.wavetank.model.scheduler.queue.QueuedPod;
import dev.wavetank.model.scheduler.queue.SchedulingQueue;
import dev.wavetank.model.scheduler.queue.Wakeups;
import dev.wavetank.model.scheduler.report.PodEvents;
import dev.wavetank.model.scheduler.report.PodReports;
import dev.wavetank.model.scheduler.runtime.PermitWaits;
import dev.wavetank.model.trace.NotSimulatedTrace;
import dev.wavetank.model.trace.hop.SchedulerHop;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.random.RandomStream;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * kube-scheduler: binds every unbound pod that names one of its profiles to the best of the feasible nodes.
 *
 * <p>One pod is placed at a time. The scheduler does not wait for the response to the binding: it assumes the pod on
 * the node until the watch confirms it, and forgets the assumption when the binding fails. A decision takes time, and
 * is made
 * by what the cache knew at its beginning.
 */
public final class Scheduler implements Component, InformerHolder {

    /** Name of the component, unless there are several. */
    public static final String NAME = "kube-scheduler";

    private final Context context;
    private final SchedulerSettings settings;
    private final SchedulerParts parts;
    private final RandomStream decisions;
    private final ClusterInformers informers;
    private final SchedulingQueue queue;
    private final SchedulerCache cache;
    private final CacheSnapshot snapshot = new CacheSnapshot();
    private final Nominator nominator = new Nominator();
    private final Profiles profiles;
    private final SchedulingCycle.Shared cycles;
    private final FailureHandler failures;
    private final PodReports reports;
    private final PermitWaits waits;
    private final Optional<LeaderElection> election;
    private final Runnable exit;
    private boolean deciding;
    private boolean working;

    /** A scheduler that has not started, without an election. */
    public Scheduler(Context context, Network network, ApiClient.Credentials credentials, SchedulerSettings settings) {
        this(context, network, credentials, settings.withElection(Optional.empty()), () -> {});
    }

    /**
     * A scheduler that has not started, with the profile that a scheduler has without a configuration.
     *
     * @param exit ends the process, when another scheduler may be at work
     */
    public Scheduler(
            Context context,
            Network network,
            ApiClient.Credentials credentials,
            SchedulerSettings settings,
            Runnable exit) {
        this(
                context,
                network,
                credentials,
                settings,
                ConfiguredProfile.all(SchedulerConfiguration.of(settings.version()), PluginRegistry.inTree()),
                exit);
    }

    /**
     * A scheduler that has not started.
     *
     * @param profiles how it places pods
     * @param exit ends the process, when another scheduler may be at work
     */
    public Scheduler(
            Context context,
            Network network,
            ApiClient.Credentials credentials,
            SchedulerSettings settings,
            List<ProfileFactory> profiles,
            Runnable exit) {
        this(context, network, credentials, settings, profiles, SchedulerParts.DEFAULT, exit);
    }

    /**
     * A scheduler that has not started, with parts that may be those of the user.
     *
     * @param profiles how it places pods
     * @param exit ends the process, when another scheduler may be at work
     */
    public Scheduler(
            Context context,
            Network network,
            ApiClient.Credentials credentials,
            SchedulerSettings settings,
            List<ProfileFactory> profiles,
            SchedulerParts parts,
            Runnable exit) {
        this.context = context;
        this.settings = settings;
        this.parts = parts;
        this.exit = exit;
        Endpoint endpoint = network.connect(context);
        ApiClient client = new ApiClient(context, endpoint, credentials, settings.clientLimit());
        EventRecorder recorder = new EventRecorder(context, client, settings.schedulerName());
        this.election = settings.election()
                .map(timing -> LeaderElection.of(
                        context,
                        endpoint,
                        credentials,
                        recorder,
                        new LeaderElection.ElectionSpec(
                                settings.lock(), settings.version(), timing, settings.clientLimit())));
        this.informers = new ClusterInformers(context, client, settings.version());
        this.cache = parts.cache().create(context, settings.version());
        this.decisions = context.random("decision");
        this.cycles = new SchedulingCycle.Shared(
                new NodeSearch(settings.version()),
                new HostSelection(context.random("tie"), settings.version()),
                settings.version());
        this.waits = new PermitWaits(context);
        PodEvents events = new PodEvents(context, client, recorder, settings.version());
        this.reports = new PodReports(context, client, events, settings.version());
        this.profiles = new Profiles(
                profiles,
                new SchedulerHandle.Shared(
                        settings.version(),
                        snapshot,
                        informers,
                        waits,
                        nominator,
                        client,
                        events,
                        endpoint,
                        context,
                        this::activate),
                cache,
                waits);
        this.queue = parts.queue()
                .create(
                        context,
                        new QueueSettings(settings.backoff(), settings.unschedulableLimit(), settings.version()),
                        new SchedulingQueue.Parts(
                                this.profiles.order(),
                                this.profiles::isReady,
                                new Wakeups(settings.version(), this.profiles.interests(), informers::namespaceLabels),
                                nominator,
                                this::decideNext));
        this.failures =
                new FailureHandler(queue, nominator, informers.informer(Pod.class), reports, settings.version());
    }

    /** What it has in its memory; empty while it is not at work, or its caches are not complete. */
    public Optional<SchedulerView> view() {
        return context.isAlive() && working && informers.isSynced()
                ? Optional.of(new Memory(context.name(), informers, cache, queue, profiles))
                : Optional.empty();
    }

    @Override
    public List<Informer<?>> informers() {
        return context.isAlive() && working ? informers.all() : List.of();
    }

    @Override
    public void start() {
        election.ifPresentOrElse(one -> one.run(this::work, exit), this::work);
    }

    private void work() {
        working = true;
        settings.notSimulated().forEach(what -> context.trace(new NotSimulatedTrace(context.name(), what)));
        new EventHandlers(cache, queue, waits, profiles::isResponsible, settings.version())
                .register(informers, context, parts);
        informers.start(this::decideNext);
    }

    private void activate(String uid) {
        queue.activate(uid);
    }

    /** Begins with the next pod, unless one is being placed or the caches are not synced yet. */
    private void decideNext() {
        if (deciding || !queue.hasActive() || !informers.isSynced()) {
            return;
        }
        deciding = true;
        // Where several pods become active in one event, the first of them all in the order is taken.
        context.after(0, this::takeNext);
    }

    private void takeNext() {
        QueuedPod queued = queue.pop();
        while (queued != null && isSkipped(queued)) {
            queue.done(queued);
            queued = queue.pop();
        }
        if (queued == null) {
            deciding = false;
            return;
        }
        context.resume(queued.cause());
        cache.update(snapshot);
        QueuedPod taken = queued;
        PodInfo pod = queued.pod();
        long span = settings.decision().sample(decisions);
        context.after(span, () -> decide(taken, pod, span));
    }

    /** A pod that is being deleted, or that was changed while its binding is under way, is not tried. */
    private boolean isSkipped(QueuedPod queued) {
        Pod pod = queued.pod().pod();
        if (pod.metadata().isDeleting()) {
            reports.deleting(pod, reporter(pod));
            return true;
        }
        return cache.isAssumed(pod.uid());
    }

    private String reporter(Pod pod) {
        Profiles.Active profile = profiles.of(pod);
        return profile == null
                ? settings.schedulerName()
                : profile.runner().profile().schedulerName();
    }

    private void decide(QueuedPod queued, PodInfo pod, long span) {
        Profiles.Active profile = Objects.requireNonNull(profiles.of(pod.pod()), "only pods of profiles are queued");
        if (context.tracesDetails()) {
            context.trace(new SchedulerHop.Attempt(
                    pod.pod().key().toString(),
                    queued.attempts(),
                    snapshot.nodes().size(),
                    span));
        }
        AttemptRecord record = context.tracesDetails() ? new AttemptRecord(snapshot) : null;
        CycleState state = new CycleState();
        new SchedulingCycle(
                        profile.runner(),
                        state,
                        pod,
                        snapshot,
                        cycles,
                        record == null ? Explanation.NONE : record,
                        outcome -> {
                            trace(record, queued, pod, state, outcome);
                            decided(queued, pod, profile, state, outcome);
                        })
                .run();
    }

    private void trace(
            @Nullable AttemptRecord record, QueuedPod queued, PodInfo pod, CycleState state, Outcome outcome) {
        if (record != null) {
            AttemptRecord.Attempt attempt = new AttemptRecord.Attempt(
                    pod.pod().key().toString(), queued.attempts(), reporter(pod.pod()), queued.wokenBy());
            IgnoredExtenders ignored = state.read(IgnoredExtenders.KEY);
            if (ignored != null) {
                ignored.failures().forEach(failed -> record.ignored(failed.extender(), failed.error()));
            }
            DefaultPreemption.Found found = state.read(DefaultPreemption.Found.KEY);
            Outcome.Failure failure = outcome.failure();
            if (failure != null) {
                context.trace(new SchedulerHop.Unschedulable(attempt.pod(), failure.message()));
            }
            context.trace(
                    record.trace(attempt, found == null ? "" : found.text(), failure == null ? "" : failure.message()));
        }
    }

    private void decided(QueuedPod queued, PodInfo pod, Profiles.Active profile, CycleState state, Outcome outcome) {
        String node = outcome.node();
        if (node == null) {
            // The loop waits for the answer to the patch, so the next attempt knows the condition.
            failures.failed(queued, pod, Objects.requireNonNull(outcome.failure()), reporter(pod.pod()))
                    .whenDone(answered -> goOn());
        } else {
            nominator.remove(pod.uid());
            new BindingCycle(profile.binding(), state, pod, node, new Bound(queued, pod, node)).run();
            goOn();
        }
    }

    private void goOn() {
        deciding = false;
        decideNext();
    }

    /** Ends the attempt when the binding has succeeded or failed. */
    private final class Bound implements BindingCycle.Result {

        private final QueuedPod queued;
        private final PodInfo pod;
        private final String node;

        private Bound(QueuedPod queued, PodInfo pod, String node) {
            this.queued = queued;
            this.pod = pod;
            this.node = node;
        }

        @Override
        public void bound() {
            queue.done(queued);
            reports.scheduled(pod.pod(), node, reporter(pod.pod()));
        }

        @Override
        public void failed(Refusal refusal, boolean wasAssumed) {
            boolean isRefusal = refusal.status().code().isRefusal();
            Set<String> refusedBy = new TreeSet<>();
            if (isRefusal) {
                refusedBy.add(refusal.plugin());
            }
            if (wasAssumed && settings.version().has(Feature.FAILED_BINDING_MOVES)) {
                queue.occurred(
                        new ClusterEvent.Occurrence(QueueEvents.ASSIGNED_POD_DELETE, pod.pod(), null),
                        other -> !other.uid().equals(pod.uid()));
            }
            Outcome.Failure failure = new Outcome.Failure(
                    isRefusal ? Outcome.UNSCHEDULABLE : Outcome.SCHEDULER_ERROR,
                    refusal.status().message(),
                    refusedBy,
                    null);
            failures.failed(queued, pod, failure, reporter(pod.pod()));
        }
    }
}
