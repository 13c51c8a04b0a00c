package dev.wavetank.model.kubelet;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.kubelet.cgroup.CpuManager;
import dev.wavetank.model.kubelet.collection.CollectionSettings;
import dev.wavetank.model.kubelet.collection.Garbage;
import dev.wavetank.model.kubelet.container.ContainerKiller;
import dev.wavetank.model.kubelet.container.ContainerStarter;
import dev.wavetank.model.kubelet.cri.ImageRegistry;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.event.PodEvents;
import dev.wavetank.model.kubelet.eviction.EvictionManager;
import dev.wavetank.model.kubelet.eviction.EvictionSettings;
import dev.wavetank.model.kubelet.eviction.Pressure;
import dev.wavetank.model.kubelet.image.ImageEnsurer;
import dev.wavetank.model.kubelet.inspection.NodeView;
import dev.wavetank.model.kubelet.node.HeartbeatClient;
import dev.wavetank.model.kubelet.node.HeartbeatSettings;
import dev.wavetank.model.kubelet.node.NodeConfig;
import dev.wavetank.model.kubelet.node.NodeLease;
import dev.wavetank.model.kubelet.node.NodeRegistration;
import dev.wavetank.model.kubelet.node.NodeStatusUpdate;
import dev.wavetank.model.kubelet.pod.Admission;
import dev.wavetank.model.kubelet.pod.Grids;
import dev.wavetank.model.kubelet.pod.Parts;
import dev.wavetank.model.kubelet.pod.PodWorker;
import dev.wavetank.model.kubelet.pod.WorkerParts;
import dev.wavetank.model.kubelet.probe.PodProbes;
import dev.wavetank.model.kubelet.runtime.CriClient;
import dev.wavetank.model.kubelet.runtime.NetworkState;
import dev.wavetank.model.kubelet.runtime.PodLifecycleEvents;
import dev.wavetank.model.kubelet.server.KubeletServer;
import dev.wavetank.model.kubelet.source.ManifestDirectory;
import dev.wavetank.model.kubelet.source.MirrorPods;
import dev.wavetank.model.kubelet.source.StaticPod;
import dev.wavetank.model.kubelet.source.StaticPods;
import dev.wavetank.model.kubelet.status.StatusWriter;
import dev.wavetank.model.kubelet.volume.ApiObjects;
import dev.wavetank.model.kubelet.volume.PodVolumes;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The agent of one node. After a restart it reads its state from the API and the runtime, which is sufficient. */
public final class Kubelet implements Component {

    private final Context context;
    private final CriClient cri;
    private final PodLifecycleEvents runtime;
    private final StatusWriter statuses;
    private final Informer<Pod> pods;
    private final NodeRegistration registration;
    private final NodeStatusUpdate status;
    private final NodeLease lease;
    private final Parts parts;
    private final KubeletServer server;
    private final Map<String, PodWorker> workers = new LinkedHashMap<>();
    private final Map<String, RuntimePod> latest = new LinkedHashMap<>();
    private final Orphans orphans;
    private final StaticPods staticPods;
    private final Pressure pressure = new Pressure();
    private final EvictionManager evictions;
    private final Garbage garbage;
    private final CpuManager cpus;
    private final NetworkState links;
    /** Static pods that wait for the end of the one that they replace. */
    private final Map<String, Pod> successors = new LinkedHashMap<>();

    /**
     * The flags of a kubelet.
     *
     * @param version of Kubernetes
     * @param limit {@code --kube-api-qps} and {@code --kube-api-burst}
     * @param eventLimit {@code --event-qps} and {@code --event-burst}
     * @param heartbeats its heartbeat settings
     * @param isHollow whether the node is hollow: it mounts nothing, records no Events, and cleans up by itself
     * @param nfsServers NFS servers that answer the node
     * @param registry where images come from
     * @param eviction when pods are evicted
     * @param collection when garbage is collected
     * @param cpuPolicy which containers get cores of their own
     * @param parts replaceable parts
     */
    @RecordBuilder
    public record Settings(
            KubernetesVersion version,
            RateLimit limit,
            RateLimit eventLimit,
            HeartbeatSettings heartbeats,
            boolean isHollow,
            List<String> nfsServers,
            ImageRegistry registry,
            EvictionSettings eviction,
            CollectionSettings collection,
            CpuManager.Policy cpuPolicy,
            WorkerParts parts)
            implements KubeletSettingsBuilder.With {

        /** The defaults of a version of Kubernetes. */
        public static Settings of(KubernetesVersion version) {
            RateLimit limit =
                    version.has(Feature.KUBELET_REQUEST_LIMIT) ? new RateLimit(50, 100) : new RateLimit(5, 10);
            return new Settings(
                    version,
                    limit,
                    limit,
                    HeartbeatSettings.of(version),
                    version.has(Feature.HOLLOW_NODES),
                    List.of(),
                    ImageRegistry.PUBLIC,
                    EvictionSettings.DEFAULT,
                    CollectionSettings.DEFAULT,
                    CpuManager.Policy.NONE,
                    WorkerParts.DEFAULT);
        }
    }

    /** A kubelet that has not started; the last argument says why its runtime cannot connect pods, or null. */
    public Kubelet(
            Context context,
            Network network,
            ApiClient.Credentials credentials,
            NodeConfig config,
            ManifestDirectory manifests,
            Settings settings,
            Supplier<@Nullable String> networkProblem) {
        this.context = context;
        this.links = new NetworkState(networkProblem, settings.version());
        Endpoint endpoint = network.connect(context);
        ApiClient client = new ApiClient(context, endpoint, credentials, settings.limit());
        HeartbeatSettings heartbeats = settings.heartbeats();
        HeartbeatClient urgent = new HeartbeatClient(
                context, new ApiClient(context, endpoint, credentials, RateLimit.NONE), heartbeats.statusUpdate());
        this.lease = new NodeLease(context, urgent, config.name(), heartbeats);
        this.cri = new CriClient(context, endpoint, config.name());
        this.server = new KubeletServer(context, endpoint, cri);
        this.runtime = new PodLifecycleEvents(context, endpoint, cri, config.name(), new RuntimeListener());
        this.orphans = new Orphans(cri, runtime);
        this.statuses = new StatusWriter(context, client, settings.parts().reconciles());
        this.pods =
                new Informer<>(context, client, Resources.PODS, ApiRequest.Selection.onNode(config.name()), Pod.class);
        ApiClient eventClient = new ApiClient(context, endpoint, credentials, settings.eventLimit());
        PodEvents events = settings.isHollow() ? PodEvents.none() : PodEvents.of(context, eventClient, config.name());
        String node = config.name();
        this.status = new NodeStatusUpdate(
                context, urgent, node, heartbeats, pressure, links, reason -> events.nodeStatus(node, reason));
        this.registration = new NodeRegistration(context, client, config, settings.version(), links, status::start);
        this.cpus = new CpuManager(context, config.capacity(), settings.cpuPolicy());
        EvictionHost host = new EvictionHost(context, workers, events, config, cri, settings);
        this.garbage = host.garbage();
        this.parts = parts(client, events, config, settings);
        this.evictions = new EvictionManager(context, settings.eviction(), pressure, host, settings.version());
        this.staticPods = new StaticPods(context, manifests, config.name(), new StaticPodHandler());
    }

    private Parts parts(ApiClient client, PodEvents events, NodeConfig config, Settings settings) {
        KubernetesVersion version = settings.version();
        ImageEnsurer images = new ImageEnsurer(context, cri, events, version, garbage::pulled);
        ApiObjects objects = new ApiObjects(context, client);
        ContainerKiller killer = new ContainerKiller(context, cri, events, version);
        ContainerStarter starter = new ContainerStarter(
                context,
                cri,
                new ContainerStarter.Means(events, images, objects, killer, settings.registry()::runsAsRoot),
                version);
        PodVolumes volumes = new PodVolumes(
                context,
                client,
                objects,
                events,
                new PodVolumes.Settings(
                        !settings.isHollow(),
                        settings.nfsServers(),
                        config.latencies().volumeSetup(),
                        config.troubles()));
        boolean collects = !settings.isHollow() && !version.has(Feature.SANDBOXES_REMOVED_AT_ONCE);
        return new Parts(
                context,
                version,
                cri,
                runtime,
                statuses,
                events,
                images,
                starter,
                killer,
                volumes,
                new PodProbes.Means(context, cri, events, context.random("probes")),
                new MirrorPods(client, config.name(), version),
                new Admission(config.capacity(), pressure, cpus, version),
                new Grids(context, collects),
                settings.parts(),
                config.address(),
                links,
                this::over);
    }

    /** Reports the state of the node at once. */
    public void refreshStatus() {
        status.refresh();
    }

    /** Name of the component that is the kubelet of a node. */
    public static String nameOn(String node) {
        return "kubelet/" + node;
    }

    @Override
    public void start() {
        lease.start();
        registration.start();
        runtime.start();
        server.start();
        evictions.start();
        staticPods.start();
        pods.addHandler(new PodHandler());
        pods.start();
    }

    private final class RuntimeListener implements PodLifecycleEvents.Listener {
        @Override
        public void listed(List<RuntimePod> listing) {
            Kubelet.this.listed(listing);
        }

        @Override
        public void noticed(String uid) {
            PodWorker worker = workers.get(uid);
            if (worker != null) {
                worker.noticed();
            }
        }
    }

    /** The pods that it knows, in the order in which it came to know them. */
    public List<NodeView.PodView> pods() {
        return workers.values().stream()
                .map(worker -> new NodeView.PodView(
                        worker.pod(),
                        worker.phase(),
                        worker.isEnding(),
                        parts.volumes().mounted(worker.pod().uid()),
                        cpus.of(worker.pod().uid())))
                .toList();
    }

    /** Handles a listing of the runtime. */
    private void listed(List<RuntimePod> listing) {
        latest.clear();
        for (RuntimePod pod : listing) {
            latest.put(pod.uid(), pod);
        }
        long cause = context.cause();
        for (PodWorker worker : new ArrayList<>(workers.values())) {
            String uid = worker.pod().uid();
            context.resume(runtime.takeCause(uid, cause));
            worker.see(latest.get(uid));
        }
        context.resume(cause);
        garbage.see(listing);
        evictions.reconsider();
        orphans.remove(listing, workers.keySet(), pods.isSynced());
    }

    private final class PodHandler implements Informer.Handler<Pod> {
        @Override
        public void added(Pod pod) {
            if (StaticPod.isMirror(pod)) {
                mirrored(pod, false, true);
            } else {
                begin(pod);
            }
        }

        @Override
        public void updated(Pod before, Pod after) {
            if (StaticPod.isMirror(after)) {
                mirrored(after, false, PodWorker.differs(before, after));
            } else if (before.uid().equals(after.uid())) {
                statuses.compare(after.uid(), after);
                workers.get(after.uid()).update(after);
            } else {
                deleted(before);
                added(after);
            }
        }

        @Override
        public void deleted(Pod last) {
            if (StaticPod.isMirror(last)) {
                mirrored(last, true, true);
            } else {
                end(last);
            }
        }
    }

    private final class StaticPodHandler implements StaticPods.Handler {
        @Override
        public void added(Pod pod) {
            boolean replaces = workers.values().stream()
                    .anyMatch(other -> other.pod().key().equals(pod.key()));
            if (replaces && parts.version().has(Feature.TERMINATING_POD_STATUS)) {
                successors.put(pod.uid(), pod);
            } else {
                begin(pod);
            }
        }

        @Override
        public void removed(Pod pod) {
            successors.remove(pod.uid());
            end(pod);
            sweepMirrors();
        }
    }

    private void begin(Pod pod) {
        context.trace(new Milestone(Milestone.Point.SEEN_BY_KUBELET, "pod/" + pod.key(), null));
        PodWorker worker = new PodWorker(parts, pod, latest.get(pod.uid()));
        workers.put(pod.uid(), worker);
        worker.update(pod);
    }

    private void end(Pod last) {
        statuses.forget(last.uid());
        PodWorker worker = workers.get(last.uid());
        if (worker != null) {
            worker.remove();
        }
    }

    private void over(PodWorker worker) {
        workers.remove(worker.pod().uid(), worker);
        for (Pod successor : new ArrayList<>(successors.values())) {
            if (successor.key().equals(worker.pod().key())) {
                successors.remove(successor.uid());
                begin(successor);
            }
        }
    }

    /** Handles news of a mirror: its static pod is synced, unless no more than its status has changed. */
    private void mirrored(Pod mirror, boolean gone, boolean differs) {
        if (gone) {
            parts.mirrors().remove(mirror);
        } else {
            parts.mirrors().put(mirror);
        }
        PodWorker worker = staticPod(mirror.key());
        if (worker == null) {
            sweepMirrors();
            return;
        }
        if (!gone) {
            statuses.compare(worker.pod().uid(), mirror);
        }
        if (differs) {
            parts.mirrors().tell(mirror, gone);
            worker.mirrored();
        }
    }

    private @Nullable PodWorker staticPod(ObjectKey key) {
        PodWorker found = null;
        for (PodWorker worker : workers.values()) {
            if (worker.pod().key().equals(key) && StaticPod.isStatic(worker.pod()) && !worker.isGone()) {
                found = worker;
            }
        }
        return found;
    }

    /** Deletes mirrors without a static pod at the next housekeeping. */
    private void sweepMirrors() {
        context.after(
                parts.grids().untilHousekeeping(),
                () -> parts.mirrors()
                        .sweep(key -> staticPod(key) != null
                                || successors.values().stream()
                                        .anyMatch(one -> one.key().equals(key))));
    }
}
