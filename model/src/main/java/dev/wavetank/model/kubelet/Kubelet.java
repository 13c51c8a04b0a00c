package dev.wavetank.model.kubelet;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.node.HeartbeatClient;
import dev.wavetank.model.kubelet.node.HeartbeatSettings;
import dev.wavetank.model.kubelet.node.NodeConfig;
import dev.wavetank.model.kubelet.node.NodeLease;
import dev.wavetank.model.kubelet.node.NodeRegistration;
import dev.wavetank.model.kubelet.node.NodeStatusUpdate;
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
import java.util.Set;
import java.util.TreeSet;

/**
 * kubelet: the agent of one node. After a restart it reads its state from the API and the runtime, which is
 * sufficient.
 */
public final class Kubelet implements Component {

    private final Context context;
    private final CriClient cri;
    private final PodLifecycleEvents runtime;
    private final StatusWriter statuses;
    private final Informer<Pod> pods;
    private final NodeRegistration registration;
    private final NodeLease lease;
    private final PodWorker.Parts parts;
    private final Map<String, PodWorker> workers = new LinkedHashMap<>();
    private final Map<String, RuntimePod> latest = new LinkedHashMap<>();
    private final Set<String> orphans = new TreeSet<>();

    /**
     * The flags of a kubelet.
     *
     * @param limit {@code --kube-api-qps} and {@code --kube-api-burst}
     * @param heartbeats its heartbeat settings
     * @param version of Kubernetes, which decides what a status says and whether pods that are deleted end first
     */
    @RecordBuilder
    public record Settings(RateLimit limit, HeartbeatSettings heartbeats, KubernetesVersion version)
            implements KubeletSettingsBuilder.With {

        /** The defaults of a version of Kubernetes. */
        public static Settings of(KubernetesVersion version) {
            RateLimit limit =
                    version.has(Feature.KUBELET_REQUEST_LIMIT) ? new RateLimit(50, 100) : new RateLimit(5, 10);
            return new Settings(limit, HeartbeatSettings.of(version), version);
        }
    }

    /** A kubelet that has not started. */
    public Kubelet(
            Context context, Network network, ApiClient.Credentials credentials, NodeConfig config, Settings settings) {
        this.context = context;
        Endpoint endpoint = network.connect(context);
        ApiClient client = new ApiClient(context, endpoint, credentials, settings.limit());
        HeartbeatSettings heartbeats = settings.heartbeats();
        HeartbeatClient urgent = new HeartbeatClient(
                context, new ApiClient(context, endpoint, credentials, RateLimit.NONE), heartbeats.statusUpdate());
        NodeStatusUpdate status = new NodeStatusUpdate(context, urgent, config.name(), heartbeats);
        this.lease = new NodeLease(context, urgent, config.name(), heartbeats);
        this.cri = new CriClient(endpoint, config.name());
        this.runtime = new PodLifecycleEvents(context, endpoint, cri, config.name(), this::listed);
        this.statuses = new StatusWriter(context, client);
        this.pods =
                new Informer<>(context, client, Resources.PODS, ApiRequest.Selection.onNode(config.name()), Pod.class);
        this.registration = new NodeRegistration(context, client, config, settings.version() + ".0", status::start);
        this.parts = new PodWorker.Parts(
                context,
                cri,
                runtime,
                statuses,
                new ImagePuller(context, cri),
                new Admission(config.capacity()),
                new BoundVolumes(client),
                config.address(),
                settings.version(),
                over -> workers.remove(over.pod().uid(), over));
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
        pods.addHandler(new PodHandler());
        pods.start();
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
        removeOrphans(listing);
    }

    /** Removes sandboxes without a pod in the API, which an earlier incarnation of this kubelet left behind. */
    private void removeOrphans(List<RuntimePod> listing) {
        for (RuntimePod pod : listing) {
            if (workers.containsKey(pod.uid())) {
                continue;
            }
            if (!pods.isSynced()) {
                runtime.expectChange();
            } else if (orphans.add(pod.sandboxId())) {
                cri.call(new CriRequest.RemovePodSandbox(pod.sandboxId()))
                        .whenDone(response -> orphans.remove(pod.sandboxId()));
            }
        }
    }

    private final class PodHandler implements Informer.Handler<Pod> {

        @Override
        public void added(Pod pod) {
            context.trace(new Milestone(Milestone.Point.SEEN_BY_KUBELET, "pod/" + pod.key(), null));
            PodWorker worker = new PodWorker(parts, pod, latest.get(pod.uid()));
            workers.put(pod.uid(), worker);
            worker.update(pod);
        }

        @Override
        public void updated(Pod before, Pod after) {
            if (before.uid().equals(after.uid())) {
                statuses.compare(after);
                workers.get(after.uid()).update(after);
            } else {
                deleted(before);
                added(after);
            }
        }

        @Override
        public void deleted(Pod last) {
            statuses.forget(last.uid());
            PodWorker worker = workers.get(last.uid());
            if (worker != null) {
                worker.remove();
            }
        }
    }
}
