package dev.wavetank.model.controller.attachdetach;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.flowcontrol.KeyedBackoff;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.controller.attachdetach.Attachment.State;
import dev.wavetank.model.controller.attachdetach.WantedVolumes.Wanted;
import dev.wavetank.model.controller.pods.NodeState;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.volume.AttachableVolume;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Attaches each volume that a pod wants to the pod's node, and detaches what no pod wants there any more ({@code
 * pkg/controller/volume/attachdetach/reconciler} v1.20). A volume for one node waits until it is detached from the
 * other. A node that still uses a volume keeps it, for six minutes at most.
 */
public final class AttachDetachController implements Controller {

    /** User agent, and source of the Events. */
    public static final String NAME = KubernetesController.ATTACH_DETACH.userAgent();

    /** {@code --attach-detach-reconcile-sync-period} is a minute; the loop itself runs every 100 ms. */
    private static final long LOOP = 100 * VirtualTime.MILLISECOND;

    /** {@code ReconcilerMaxWaitForUnmountDuration}. */
    private static final long FORCED_AFTER = 6 * VirtualTime.MINUTE;

    /** How long a new process waits until its caches know all pods. */
    private static final long SETTLED = VirtualTime.SECOND;

    private static final long RETRY_FIRST = 500 * VirtualTime.MILLISECOND;
    private static final long RETRY_MOST = 2 * VirtualTime.MINUTE + 2 * VirtualTime.SECOND;

    private final Context context;
    private final EventRecorder events;
    private final NodeAttachments reports;
    private final AttachOperations operations;
    private final KubernetesVersion version;
    private final Informer<Pod> pods;
    private final Informer<Node> nodes;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final @Nullable Informer<GenericObject> drivers;
    private final WantedVolumes wanted;
    private final List<Attachment> attachments = new ArrayList<>();
    private final KeyedBackoff backoff = new KeyedBackoff(RETRY_FIRST, RETRY_MOST);
    /** Volumes at nodes for which it was told that others have them. */
    private final Set<String> refused = new LinkedHashSet<>();

    private final @Nullable Informer<GenericObject> requests;
    /** VolumeAttachments that were there before this process: its predecessor may have forgotten them. */
    private final List<GenericObject> inherited = new ArrayList<>();

    private long began;
    private boolean armed;

    /** A controller. */
    public AttachDetachController(ControllerEnvironment environment) {
        this.context = environment.context();
        this.version = environment.version();
        ApiClient client = environment.client(NAME);
        this.events = new EventRecorder(context, client, NAME);
        this.operations = new AttachOperations(context, client, environment.storage());
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.nodes = environment.informer(Resources.NODES, Node.class);
        this.claims = environment.informer(Resources.PERSISTENT_VOLUME_CLAIMS, PersistentVolumeClaim.class);
        this.volumes = environment.informer(Resources.PERSISTENT_VOLUMES, PersistentVolume.class);
        this.drivers = version.has(Feature.CSI_DRIVER_OBJECTS)
                ? environment.informer(Resources.CSI_DRIVERS, GenericObject.class)
                : null;
        this.requests = version.has(Feature.RECOVERED_ATTACHMENTS)
                ? environment.informer(Resources.VOLUME_ATTACHMENTS, GenericObject.class)
                : null;
        this.reports = new NodeAttachments(client, nodes);
        this.wanted = new WantedVolumes(
                claims, volumes, name -> drivers == null ? null : drivers.cached(new ObjectKey(null, name)));
    }

    @Override
    public void start() {
        began = context.now();
        nodes.addHandler(Informer.Handler.always(this::seen));
        if (requests != null) {
            requests.addHandler(Informer.Handler.whilePresent(this::inherit));
        }
        pods.addHandler(new PodHandler());
        claims.addHandler(Informer.Handler.whilePresent(claim -> reconsider()));
        volumes.addHandler(Informer.Handler.whilePresent(volume -> reconsider()));
        context.awaitWhile("detach volumes", () -> attachments.stream().anyMatch(one -> one.unwantedSince >= 0));
        if (drivers != null) {
            drivers.addHandler(Informer.Handler.always(driver -> pods.all().forEach(this::put)));
        }
    }

    private final class PodHandler implements Informer.Handler<Pod> {
        @Override
        public void added(Pod pod) {
            put(pod);
        }

        @Override
        public void updated(Pod before, Pod after) {
            put(after);
        }

        @Override
        public void deleted(Pod last) {
            if (wanted.remove(last)) {
                arm(LOOP);
            }
        }
    }

    private void put(Pod pod) {
        if (wanted.put(pod)) {
            arm(LOOP);
        }
    }

    private void reconsider() {
        for (ObjectKey key : wanted.unresolved()) {
            Pod pod = pods.cached(key);
            if (pod != null) {
                put(pod);
            }
        }
    }

    /** A controller that takes over learns from the nodes what is attached. */
    private void seen(Node node) {
        for (String unique : NodeAttachments.names(node, NodeAttachments.ATTACHED)) {
            if (find(unique, node.metadata().name()) == null) {
                AttachableVolume volume = new AttachableVolume(unique, unique, false);
                attachments.add(new Attachment(volume, node.metadata().name(), State.ATTACHED));
            }
        }
        if (attachments.stream()
                .anyMatch(one ->
                        one.unwantedSince >= 0 && one.isAt(node.metadata().name()))) {
            arm(LOOP);
        }
    }

    /** By then the caches know the pods that want the volume. */
    private void inherit(GenericObject request) {
        if (context.now() - began < SETTLED) {
            inherited.add(request);
            arm(SETTLED);
        }
    }

    /**
     * Takes over attachments of a process that ended between its report about a node and the end of a VolumeAttachment
     * ({@code processVolumeAttachments}, v1.21).
     */
    private void recover(List<Wanted> all) {
        if (inherited.isEmpty() || context.now() - began < SETTLED) {
            return;
        }
        for (GenericObject request : inherited) {
            String node = text(request, "nodeName");
            Optional<AttachableVolume> known = Optional.ofNullable(
                            volumes.cached(new ObjectKey(null, text(request, "persistentVolumeName"))))
                    .flatMap(AttachableVolume::of);
            known.filter(volume -> find(volume.uniqueName(), node) == null
                            && all.stream().noneMatch(pod -> pod.wants(volume, node)))
                    .ifPresent(volume -> attachments.add(new Attachment(volume, node, State.ATTACHED)));
        }
        inherited.clear();
    }

    private static String text(GenericObject request, String field) {
        Object value = null;
        if (request.other().get("spec") instanceof Map<?, ?> spec) {
            value = spec.get("source") instanceof Map<?, ?> source && source.containsKey(field)
                    ? source.get(field)
                    : spec.get(field);
        }
        return value == null ? "" : value.toString();
    }

    private @Nullable Attachment find(String unique, String node) {
        return attachments.stream()
                .filter(one -> one.isAt(node) && one.volume.uniqueName().equals(unique))
                .findFirst()
                .orElse(null);
    }

    private void arm(long delay) {
        if (delay > LOOP) {
            context.daemonAfter(delay, () -> arm(LOOP));
        } else if (!armed) {
            armed = true;
            context.after(delay, () -> {
                armed = false;
                reconcile();
            });
        }
    }

    private void reconcile() {
        List<Wanted> all = wanted.all();
        recover(all);
        for (Attachment one : new ArrayList<>(attachments)) {
            boolean isWanted = all.stream().anyMatch(pod -> pod.wants(one.volume, one.node));
            if (isWanted) {
                one.unwantedSince = -1;
            } else if (one.state == State.ATTACHED) {
                release(one);
            }
        }
        for (Wanted pod : all) {
            pod.volumes().forEach(volume -> acquire(pod.pod(), volume));
        }
    }

    private void release(Attachment one) {
        if (one.unwantedSince < 0) {
            one.unwantedSince = context.now();
            arm(FORCED_AFTER);
        }
        Node node = nodes.cached(new ObjectKey(null, one.node));
        boolean waited = context.now() - one.unwantedSince >= FORCED_AFTER;
        boolean mayForce = !version.has(Feature.FORCE_DETACH_OF_UNHEALTHY) || !NodeState.isReady(node);
        boolean isUsed = node != null
                && NodeAttachments.names(node, NodeAttachments.IN_USE).contains(one.volume.uniqueName());
        boolean isDown = isUsed && version.has(Feature.NODE_OUT_OF_SERVICE) && NodeState.isOutOfService(node);
        if (isUsed && !(waited && mayForce) && !isDown) {
            return;
        }
        one.state = State.DETACHING;
        report(one.node)
                .then(reported -> operations.detach(one.volume, one.node))
                .whenDone(done -> {
                    if (done) {
                        attachments.remove(one);
                    } else {
                        one.state = State.ATTACHED;
                    }
                    arm(LOOP);
                });
    }

    private void acquire(Pod pod, AttachableVolume volume) {
        String node = String.valueOf(pod.nodeName());
        String key = volume.uniqueName() + "@" + node;
        if (find(volume.uniqueName(), node) != null
                || !NodeAttachments.isManaged(nodes.cached(new ObjectKey(null, node)))) {
            return;
        }
        if (backoff.isWaiting(key, context.now())) {
            arm(RETRY_FIRST);
            return;
        }
        boolean isTaken =
                attachments.stream().anyMatch(one -> one.volume.uniqueName().equals(volume.uniqueName()));
        if (isTaken && !volume.isShared()) {
            if (refused.add(key)) {
                events.warning(pod, "FailedAttachVolume", taken(pod, volume, node));
            }
            return;
        }
        refused.remove(key);
        Attachment made = new Attachment(volume, node, State.ATTACHING);
        attachments.add(made);
        operations.attach(volume, node).whenDone(error -> {
            if (error.isPresent()) {
                attachments.remove(made);
                events.warning(
                        pod,
                        "FailedAttachVolume",
                        "AttachVolume.Attach failed for volume \"" + volume.name() + "\" : " + error.get());
                backoff.next(key, context.now(), context.now());
                arm(RETRY_FIRST);
                return;
            }
            made.state = State.ATTACHED;
            events.normal(
                    pod,
                    "SuccessfulAttachVolume",
                    "AttachVolume.Attach succeeded for volume \"" + volume.name() + "\" ");
            report(node);
            arm(LOOP);
        });
    }

    /** {@code reportMultiAttachError}: names the pods of the same namespace, and counts those of others. */
    private String taken(Pod pod, AttachableVolume volume, String node) {
        List<String> own = new ArrayList<>();
        int others = 0;
        for (Wanted one : wanted.all()) {
            boolean elsewhere = !node.equals(one.pod().nodeName());
            if (elsewhere && one.wants(volume, String.valueOf(one.pod().nodeName()))) {
                if (one.pod().key().namespace().equals(pod.key().namespace())) {
                    own.add(one.pod().key().name());
                } else {
                    others++;
                }
            }
        }
        String head = "Multi-Attach error for volume \"" + volume.name() + "\" ";
        if (own.isEmpty() && others == 0) {
            return head + "Volume is already exclusively attached to one node and can't be attached to another";
        }
        String suffix = own.isEmpty() ? "" : "pod(s) " + String.join(", ", own);
        String foreign = others == 0 ? "" : others + " pod(s) in different namespaces";
        return head + "Volume is already used by " + suffix + (own.isEmpty() || others == 0 ? "" : " and ") + foreign;
    }

    /** Tries again in the next turn of the loop until it succeeds ({@code UpdateNodeStatuses}). */
    private Completion<Boolean> report(String node) {
        return write(node)
                .then(written ->
                        written ? Completion.of(true) : context.pause(LOOP).then(done -> report(node)));
    }

    private Completion<Boolean> write(String node) {
        List<Object> attached = new ArrayList<>();
        for (Attachment one : attachments) {
            if (one.isAt(node) && one.state == State.ATTACHED) {
                Map<String, Object> entry = new LinkedHashMap<>();
                entry.put("devicePath", "");
                entry.put("name", one.volume.uniqueName());
                attached.add(entry);
            }
        }
        return reports.write(node, attached);
    }
}
