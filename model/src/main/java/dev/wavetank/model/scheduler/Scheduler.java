package dev.wavetank.model.scheduler;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Binding;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.leaderelection.LeaderElection;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.scheduler.plugin.Filter;
import dev.wavetank.model.scheduler.plugin.PodDemand;
import dev.wavetank.model.scheduler.plugin.Score;
import dev.wavetank.model.scheduler.volume.PodVolumes;
import dev.wavetank.model.scheduler.volume.VolumeBinder;
import dev.wavetank.model.scheduler.volume.VolumeWrites;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.hop.SchedulerHop;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.random.RandomStream;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * kube-scheduler: binds every unbound pod that names it to the best of the feasible nodes.
 *
 * <p>One pod is placed at a time. The scheduler does not wait for the response to the binding: it assumes the pod on
 * the node until the watch confirms it, and forgets the assumption when the binding fails.
 */
public final class Scheduler implements Component {

    /** Name of the component, unless there are several. */
    public static final String NAME = "kube-scheduler";

    private final Context context;
    private final SchedulerSettings settings;
    private final RandomStream decisions;
    private final ApiClient client;
    private final Informer<Node> nodes;
    private final Informer<Pod> pods;
    private final SchedulingQueue queue;
    private final ClusterCache cluster = new ClusterCache();
    private final Placement placement;
    private final SchedulingReport report;
    private final VolumeBinder volumes;
    private final Optional<LeaderElection> election;
    private final Runnable exit;
    private boolean deciding;

    /** A scheduler that has not started, without an election. */
    public Scheduler(Context context, Network network, ApiClient.Credentials credentials, SchedulerSettings settings) {
        this(context, network, credentials, settings.withElection(Optional.empty()), () -> {});
    }

    /**
     * A scheduler that has not started.
     *
     * @param exit ends the process, when another scheduler may be at work
     */
    public Scheduler(
            Context context,
            Network network,
            ApiClient.Credentials credentials,
            SchedulerSettings settings,
            Runnable exit) {
        this.context = context;
        this.settings = settings;
        this.exit = exit;
        Endpoint endpoint = network.connect(context);
        this.client = new ApiClient(context, endpoint, credentials, settings.clientLimit());
        this.election = settings.election()
                .map(timing -> LeaderElection.of(
                        context,
                        endpoint,
                        credentials,
                        new EventRecorder(context, client, settings.schedulerName()),
                        new LeaderElection.ElectionSpec(NAME, settings.version(), timing, settings.clientLimit())));
        this.nodes = new Informer<>(context, client, Resources.NODES, ApiRequest.Selection.ALL, Node.class);
        this.pods = new Informer<>(context, client, Resources.PODS, ApiRequest.Selection.ALL, Pod.class);
        this.volumes = new VolumeBinder(context, client, settings.version(), pods, nodes);
        this.queue = new SchedulingQueue(context, settings, this::decideNext);
        this.decisions = context.random("decision");
        this.placement = new Placement(Filter.defaults(), Score.defaults(cluster.owned()), context.random("tie"));
        this.report = new SchedulingReport(context, client, settings.schedulerName());
    }

    @Override
    public void start() {
        election.ifPresentOrElse(one -> one.run(this::work, exit), this::work);
    }

    private void work() {
        nodes.addHandler(new NodeHandler());
        pods.addHandler(new PodHandler());
        nodes.synced().whenDone(done -> decideNext());
        pods.synced().whenDone(done -> decideNext());
        nodes.start();
        pods.start();
        volumes.start(this::volumesChanged).whenDone(done -> decideNext());
    }

    private void volumesChanged() {
        if (!settings.version().has(Feature.REQUEUE_BY_PLUGIN)) {
            queue.clusterChanged();
        } else {
            queue.volumesChanged();
        }
    }

    /** Begins with the next pod, unless one is being placed or the caches are not synced yet. */
    private void decideNext() {
        if (deciding || !queue.hasActive() || !isSynced()) {
            return;
        }
        deciding = true;
        long span = settings.decision().sample(decisions);
        context.after(span, () -> decide(span));
    }

    private boolean isSynced() {
        return nodes.isSynced() && pods.isSynced() && volumes.isSynced();
    }

    private void decide(long span) {
        deciding = false;
        QueuedPod queued = queue.pop();
        if (queued == null) {
            return;
        }
        context.resume(queued.cause());
        PodDemand demand = queued.demand();
        if (context.tracesDetails()) {
            context.trace(new SchedulerHop.Attempt(
                    demand.pod().key().toString(),
                    queued.attempts(),
                    cluster.nodes().size(),
                    span));
        }
        Optional<PodVolumes> claims = volumes.of(demand.pod());
        Optional<String> refusal = claims.flatMap(PodVolumes::refusal);
        Placement.Decision decision = refusal.isPresent()
                ? new Placement.Decision(null, text(refusal.get()))
                : placement.decide(demand, cluster.nodes(), claims.orElse(null));
        if (decision.node() == null) {
            if (context.tracesDetails()) {
                context.trace(new SchedulerHop.Unschedulable(
                        demand.pod().key().toString(), Objects.requireNonNull(decision.message())));
            }
            queue.putBackUnschedulable(queued);
            report.failed(queued, Objects.requireNonNull(decision.message()));
        } else {
            cluster.place(demand, decision.node());
            claims.flatMap(each -> each.reserve(demand.pod(), decision.node()))
                    .ifPresentOrElse(
                            writes -> bindVolumes(queued, writes, decision.node()),
                            () -> bind(queued, demand.pod(), decision.node()));
        }
        decideNext();
    }

    /** A failure of the pod on every node was counted once for each node. */
    private String text(String refusal) {
        int known = cluster.nodes().size();
        String counted = settings.version().has(Feature.REQUEUE_BY_PLUGIN) ? refusal : known + " " + refusal;
        return known == 0 ? Placement.NO_NODES : "0/" + known + " nodes are available: " + counted + ".";
    }

    private void bindVolumes(QueuedPod queued, VolumeWrites writes, @Nullable String node) {
        writes.bind().whenDone(failure -> {
            if (failure.isEmpty()) {
                bind(queued, queued.demand().pod(), node);
            } else if (queue.knows(queued)) {
                giveBack(queued);
                report.erred(queued, "running PreBind plugin \"VolumeBinding\": " + failure.get());
            }
        });
    }

    private void giveBack(QueuedPod queued) {
        cluster.forget(queued.uid());
        queue.clusterChanged();
        queue.putBackForRetry(queued);
    }

    private void bind(QueuedPod queued, Pod pod, @Nullable String node) {
        context.trace(new Milestone(Milestone.Point.SCHEDULED, "pod/" + pod.key(), null));
        ObjectMeta metadata =
                ObjectMeta.named(pod.key().namespace(), pod.key().name()).withUid(pod.uid());
        ApiRequest request = new ApiRequest.Create(
                Resources.PODS,
                pod.key().namespace(),
                pod.key().name(),
                "binding",
                new Binding(metadata, new Binding.Target(Node.KIND, node)));
        client.send(request).whenDone(response -> bound(queued, pod, node, response));
    }

    private void bound(QueuedPod queued, Pod pod, @Nullable String node, ApiResponse response) {
        if (response.isSuccess()) {
            report.scheduled(pod, node);
        } else if (queue.knows(queued)) {
            giveBack(queued);
        }
    }

    private boolean isMine(Pod pod) {
        String wanted = pod.spec().schedulerName();
        return !pod.metadata().isDeleting() && (wanted == null || wanted.equals(settings.schedulerName()));
    }

    private static boolean isPlaced(Pod pod) {
        return pod.nodeName() != null && !pod.nodeName().isEmpty();
    }

    private final class NodeHandler implements Informer.Handler<Node> {

        @Override
        public void added(Node node) {
            cluster.put(node);
            queue.clusterChanged();
            decideNext();
        }

        @Override
        public void updated(Node before, Node after) {
            cluster.put(after);
            if (mayMakeRoom(before, after)) {
                queue.clusterChanged();
            }
        }

        /** A heartbeat changes none of this and moves no pod. */
        private boolean mayMakeRoom(Node before, Node after) {
            return !before.metadata().labels().equals(after.metadata().labels())
                    || !Objects.equals(before.spec(), after.spec())
                    || before.status() == null
                    || after.status() == null
                    || !before.status().allocatable().equals(after.status().allocatable());
        }

        @Override
        public void deleted(Node last) {
            cluster.remove(last);
        }
    }

    private final class PodHandler implements Informer.Handler<Pod> {

        @Override
        public void added(Pod pod) {
            take(pod);
        }

        @Override
        public void updated(Pod before, Pod after) {
            if (!before.uid().equals(after.uid())) {
                deleted(before);
            }
            take(after);
        }

        private void take(Pod pod) {
            if (pod.isFinished()) {
                deleted(pod);
            } else if (isPlaced(pod)) {
                queue.remove(pod.uid());
                if (!cluster.isPlaced(pod.uid(), pod.nodeName())) {
                    cluster.place(PodDemand.of(pod), pod.nodeName());
                }
            } else if (isMine(pod)) {
                queue.update(PodDemand.of(pod));
                decideNext();
            } else {
                queue.remove(pod.uid());
            }
        }

        @Override
        public void deleted(Pod last) {
            queue.remove(last.uid());
            if (cluster.forget(last.uid())) {
                queue.clusterChanged();
            }
        }
    }
}
