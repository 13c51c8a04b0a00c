package dev.wavetank.model.kubelet;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.cache.InformerHolder;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.kubelet.cgroup.CpuManager;
import dev.wavetank.model.kubelet.collection.CollectionSettings;
import dev.wavetank.model.kubelet.collection.Garbage;
import dev.wavetank.model.kubelet.container.ContainerKiller;
import dev.wavetank.model.kubelet.container.ContainerStarter;
import dev.wavetank.model.kubelet.container.ServiceLinks;
import dev.wavetank.model.kubelet.cri.RuntimeKind;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.cri.image.ImageRegistry;
import dev.wavetank.model.kubelet.cri.image.NodeImage;
import dev.wavetank.model.kubelet.event.PodEvents;
import dev.wavetank.model.kubelet.eviction.EvictionManager;
import dev.wavetank.model.kubelet.eviction.EvictionSettings;
import dev.wavetank.model.kubelet.eviction.Pressure;
import dev.wavetank.model.kubelet.image.ImageEnsurer;
import dev.wavetank.model.kubelet.image.PullQueue;
import dev.wavetank.model.kubelet.image.PullSettings;
import dev.wavetank.model.kubelet.inspection.NodeView;
import dev.wavetank.model.kubelet.node.CsiNodeRegistration;
import dev.wavetank.model.kubelet.node.HeartbeatClient;
import dev.wavetank.model.kubelet.node.HeartbeatSettings;
import dev.wavetank.model.kubelet.node.NodeConfig;
import dev.wavetank.model.kubelet.node.NodeLease;
import dev.wavetank.model.kubelet.node.NodeReadiness;
import dev.wavetank.model.kubelet.node.NodeRegistration;
import dev.wavetank.model.kubelet.node.NodeStart;
import dev.wavetank.model.kubelet.node.NodeStatusUpdate;
import dev.wavetank.model.kubelet.node.NodeSystem;
import dev.wavetank.model.kubelet.node.OwnNode;
import dev.wavetank.model.kubelet.node.ShutdownSettings;
import dev.wavetank.model.kubelet.pod.Admission;
import dev.wavetank.model.kubelet.pod.Grids;
import dev.wavetank.model.kubelet.pod.Parts;
import dev.wavetank.model.kubelet.pod.PodResizes;
import dev.wavetank.model.kubelet.pod.PodWorker;
import dev.wavetank.model.kubelet.pod.Preemption;
import dev.wavetank.model.kubelet.pod.WorkerParts;
import dev.wavetank.model.kubelet.probe.PodProbes;
import dev.wavetank.model.kubelet.runtime.CriClient;
import dev.wavetank.model.kubelet.runtime.NetworkState;
import dev.wavetank.model.kubelet.runtime.PodLifecycleEvents;
import dev.wavetank.model.kubelet.runtime.RuntimeClasses;
import dev.wavetank.model.kubelet.server.KubeletServer;
import dev.wavetank.model.kubelet.source.ManifestDirectory;
import dev.wavetank.model.kubelet.source.MirrorPods;
import dev.wavetank.model.kubelet.source.SourceSettings;
import dev.wavetank.model.kubelet.source.StaticPods;
import dev.wavetank.model.kubelet.status.StatusWriter;
import dev.wavetank.model.kubelet.volume.ApiObjects;
import dev.wavetank.model.kubelet.volume.ChangeDetection;
import dev.wavetank.model.kubelet.volume.NodeStorage;
import dev.wavetank.model.kubelet.volume.PodVolumes;
import dev.wavetank.model.kubelet.volume.VolumeContents;
import dev.wavetank.model.kubelet.volume.VolumesInUse;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * kubelet: the agent of one node. After a restart it reads its state from the API, the runtime, and its disk.
 */
public final class Kubelet implements Component, InformerHolder {

    private final Context context;
    private final CriClient cri;
    private final PodLifecycleEvents runtime;
    private final StatusWriter statuses;
    private final Informer<Pod> pods;
    private final ServiceLinks services;
    private final NodeStart start;
    private final NodeShutdown shutdown;
    private final Runnable kernelLog;
    private final NodeStatusUpdate status;
    private final NodeLease lease;
    private final KubeletServer server;
    private final PodWorkers workers;
    private final PodStartLatency latency;
    private final Orphans orphans;
    private final StaticPods staticPods;
    private final Pressure pressure = new Pressure();
    private final EvictionManager evictions;
    private final Garbage garbage;
    private final CpuManager cpus;
    private final NetworkState links;
    private final VolumesInUse inUse = new VolumesInUse();

    /**
     * The flags of a kubelet.
     *
     * @param version of Kubernetes
     * @param limit {@code --kube-api-qps} and {@code --kube-api-burst}
     * @param eventLimit {@code --event-qps} and {@code --event-burst}
     * @param heartbeats its heartbeat settings
     * @param isHollow whether the node is hollow: it mounts nothing, records no Events, and cleans up by itself
     * @param storage what the node can mount from
     * @param changes how it comes to know that Secrets and ConfigMaps have changed
     * @param registry where images come from
     * @param pulls how they are pulled
     * @param eviction when pods are evicted
     * @param collection when garbage is collected
     * @param cpuPolicy which containers get cores of their own
     * @param shutdown what happens to pods when the node shuts down
     * @param sources how often it looks for static pods
     * @param syncFrequency {@code --sync-frequency}, in nanoseconds: the shortest wait after a sync without an error
     * @param parts replaceable parts
     */
    @RecordBuilder
    public record Settings(
            KubernetesVersion version,
            RateLimit limit,
            RateLimit eventLimit,
            HeartbeatSettings heartbeats,
            boolean isHollow,
            NodeStorage storage,
            ChangeDetection changes,
            ImageRegistry registry,
            PullSettings pulls,
            EvictionSettings eviction,
            CollectionSettings collection,
            CpuManager.Policy cpuPolicy,
            ShutdownSettings shutdown,
            SourceSettings sources,
            long syncFrequency,
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
                    NodeStorage.NONE,
                    ChangeDetection.of(version),
                    ImageRegistry.PUBLIC,
                    PullSettings.DEFAULT,
                    EvictionSettings.DEFAULT,
                    CollectionSettings.DEFAULT,
                    CpuManager.Policy.NONE,
                    ShutdownSettings.NONE,
                    SourceSettings.DEFAULT,
                    VirtualTime.MINUTE,
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
        this.latency = new PodStartLatency(context, settings.version());
        this.workers = new PodWorkers(context, latency);
        this.links = new NetworkState(networkProblem, settings.version());
        Endpoint endpoint = network.connect(context);
        ApiClient client = new ApiClient(context, endpoint, credentials, settings.limit());
        HeartbeatSettings heartbeats = settings.heartbeats();
        HeartbeatClient urgent = new HeartbeatClient(
                context, new ApiClient(context, endpoint, credentials, RateLimit.NONE), heartbeats.statusUpdate());
        this.lease = new NodeLease(context, urgent, config.name(), heartbeats);
        this.cri = new CriClient(context, endpoint, config.name());
        this.server = new KubeletServer(context, endpoint, cri, workers::prepare, workers::waits);
        this.runtime = new PodLifecycleEvents(context, endpoint, cri, config.name(), new RuntimeListener());
        this.orphans = new Orphans(cri, runtime);
        this.statuses = new StatusWriter(context, client, settings.parts().reconciles(), latency::written);
        this.pods = new Informer<>(
                        context, client, Resources.PODS, ApiRequest.Selection.onNode(config.name()), Pod.class)
                .of(settings.version());
        this.services = new ServiceLinks(context, client, settings.version());
        ApiClient eventClient = new ApiClient(context, endpoint, credentials, settings.eventLimit());
        PodEvents events = settings.isHollow()
                ? PodEvents.none(context)
                : PodEvents.of(context, eventClient, config.name(), settings.version());
        Consumer<String> news = reason -> {
            events.nodeStatus(config.name(), reason);
            if (links.error().isPresent()) {
                workers.networkLost();
            }
        };
        NodeReadiness readiness = new NodeReadiness(context, config.troubles(), links);
        NodeSystem system = config.system().booted(config.troubles().boots());
        this.status = new NodeStatusUpdate(
                context,
                urgent,
                config.name(),
                heartbeats,
                pressure,
                readiness,
                news,
                system,
                inUse,
                this::images,
                text -> events.node(config.name(), true, "Rebooted", text));
        this.kernelLog = kernelLog(events, config, settings.version());
        this.shutdown = new NodeShutdown(
                context, config, events, workers, readiness, status, settings.shutdown(), settings.version());
        this.start = nodeStart(client, events, config, readiness, settings);
        this.cpus = new CpuManager(context, config.capacity(), settings.cpuPolicy(), config.cores());
        EvictionHost host = new EvictionHost(context, workers.byUid(), events, config, cri, settings);
        this.garbage = host.garbage();
        Grids grids = new Grids(context, settings.syncFrequency(), settings.isHollow(), settings.version());
        workers.use(() -> parts(client, endpoint, events, config, settings, grids));
        boolean namesThreshold = settings.version().has(Feature.EVICTION_NAMES_THRESHOLD);
        this.evictions = new EvictionManager(context, settings.eviction(), pressure, host, namesThreshold);
        this.staticPods =
                new StaticPods(context, manifests, config.name(), settings.sources(), workers.new StaticPodHandler());
    }

    private static Runnable kernelLog(PodEvents events, NodeConfig config, KubernetesVersion version) {
        boolean reports = version.has(Feature.SYSTEM_OOM_OF_CONTAINERS);
        return () -> config.troubles().kernelLog().read(kill -> {
            if (reports) {
                events.outOfMemory(config.name(), kill);
            }
        });
    }

    private NodeStart nodeStart(
            ApiClient client, PodEvents events, NodeConfig config, NodeReadiness readiness, Settings settings) {
        return new NodeStart(
                context,
                events,
                config,
                readiness,
                new NodeStart.Steps(
                        new NodeRegistration(context, client, config, settings.version(), readiness),
                        status,
                        new CsiNodeRegistration(
                                context,
                                client,
                                config.name(),
                                readiness,
                                settings.storage().registered(config.name()),
                                settings.version().has(Feature.CSI_NODE_LIMITS) && !settings.isHollow())),
                settings.version(),
                settings.isHollow());
    }

    private Parts parts(
            ApiClient client, Endpoint endpoint, PodEvents events, NodeConfig config, Settings settings, Grids grids) {
        KubernetesVersion version = settings.version();
        ImageEnsurer images = new ImageEnsurer(
                context, cri, events, version, new PullQueue(context, cri, settings.pulls()), garbage::pulled, latency);
        LongSupplier validity = () -> settings.changes().validity(status.objectTtl());
        ApiObjects objects = new ApiObjects(context, client, validity, config.volumes());
        boolean watches = settings.changes() == ChangeDetection.WATCH;
        ApiObjects again =
                watches ? new ApiObjects(context, client.withoutLimit(), validity, config.volumes()) : objects;
        VolumeContents contents = new VolumeContents(config.volumes(), config.allocatable());
        ContainerKiller killer = new ContainerKiller(context, cri, events, version);
        ContainerStarter starter = new ContainerStarter(
                context,
                cri,
                new ContainerStarter.Means(
                        events, images, objects, services, killer, settings.registry()::runsAsRoot, contents, config),
                version);
        PodVolumes volumes = new PodVolumes(
                context,
                client,
                new PodVolumes.Objects(objects, again),
                events,
                new PodVolumes.Settings(
                        !settings.isHollow(),
                        settings.storage(),
                        config.latencies().volumeSetup(),
                        config.troubles(),
                        contents,
                        watches,
                        version),
                new PodVolumes.Attaching(config.name(), endpoint, inUse));
        RuntimeKind kind = RuntimeKind.of(config.system().runtimeVersion());
        Preemption preemption = new Preemption(context, workers::preempt, version);
        Admission admission = new Admission(
                config, new OwnNode(client, config), pressure, cpus, shutdown::refusal, preemption, version);
        return new Parts(
                context,
                version,
                cri,
                new RuntimeClasses(client),
                runtime,
                statuses,
                events,
                images,
                starter,
                killer,
                volumes,
                new PodProbes.Means(context, cri, events, version, kind, context.random("probes"), grids.startedAt()),
                new MirrorPods(client, config.name(), version),
                admission,
                new PodResizes(context, version, admission, events, workers),
                grids,
                settings.parts(),
                config,
                links,
                workers::over);
    }

    /** Reports the state of the node at once. */
    public void refreshStatus() {
        status.compareNow();
    }

    /** Name of the component that is the kubelet of a node. */
    public static String nameOn(String node) {
        return "kubelet/" + node;
    }

    @Override
    public List<Informer<?>> informers() {
        return context.isAlive() ? List.of(pods, services.informer()) : List.of();
    }

    @Override
    public void start() {
        services.start();
        lease.start();
        start.start(this::startModules);
        runtime.start();
        server.start();
        kernelLog.run();
    }

    private void startModules() {
        evictions.start();
        shutdown.start();
        staticPods.start();
        PodWorkers.PodHandler handler = workers.new PodHandler();
        pods.addHandler(handler).whenDone(synced -> handler.beginFirst());
        pods.start();
    }

    private final class RuntimeListener implements PodLifecycleEvents.Listener {
        @Override
        public void listed(List<RuntimePod> listing) {
            start.listed(listing);
            workers.listed(listing, runtime);
            garbage.see(listing);
            cpus.removeStale(workers.byUid().keySet(), pods.isSynced());
            evictions.reconsider();
            orphans.remove(listing, workers.byUid().keySet(), pods.isSynced());
        }

        @Override
        public void noticed(String uid) {
            PodWorker worker = workers.byUid().get(uid);
            if (worker != null) {
                worker.noticed();
            }
        }
    }

    /** The pods that it knows, in the order in which it came to know them. */
    public List<NodeView.PodView> pods() {
        return workers.byUid().values().stream()
                .map(worker -> new NodeView.PodView(
                        worker.allocated(),
                        worker.phase(),
                        worker.isEnding(),
                        workers.volumes().mounted(worker.pod().uid()),
                        cpus.of(worker.pod().uid()),
                        workers.volumes().files(worker.pod())))
                .toList();
    }

    private Optional<List<NodeImage>> images() {
        return garbage.images();
    }
}
