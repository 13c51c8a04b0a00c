package dev.wavetank.properties.invariant.client;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.leaderelection.ElectionRecord;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.NodeFault;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.OpenFaults;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What happens is recorded by an Event about the object: that a pod is placed, or cannot be; that a container starts,
 * is killed with its pod, fails its readiness probe, or waits after failures; that a node is lost; that
 * a scheduler or a taint drives a pod away; and who leads.
 *
 * <p>Events may be lost while something goes wrong, when their server refuses them, and when there are many about one
 * object. Then nothing is judged.
 */
public final class EventsRecorded implements Invariant {

    /** How long Events may wait for the rate limit of their client. */
    private static final long TURN = 2 * VirtualTime.MINUTE;
    /** How long before its effect something may be recorded. */
    private static final long BEFORE = VirtualTime.MINUTE;
    /** From then on Events about one object may be dropped ({@code defaultSpamBurst} is 25). */
    private static final int MANY = 20;
    /** Around a start there are so many: Pulling, Pulled, Created, Started, BackOff. */
    private static final int LOST_WITH_IT = 5;
    /** What runs for longer after its pod was deleted was killed by the kubelet, and did not end by itself. */
    private static final long KUBELET_SEES = 5 * VirtualTime.SECOND;
    /** Hollow kubelets record no Events. */
    private static final String HOLLOW = "kubelet.hollow";

    private final long turn;
    private final OpenFaults faults = new OpenFaults();
    private final OpenFaults ofControlPlane = new OpenFaults(fault -> !isOfNode(fault));
    private final Map<String, Pod> pods = new LinkedHashMap<>();
    /** When pods that ran were marked as deleted, by uid. */
    private final Map<String, Long> deleting = new LinkedHashMap<>();
    /** The containers that run, by the id of the instance. */
    private final Map<String, Running> running = new LinkedHashMap<>();
    /** When an Event was written last, by what it says. */
    private final Map<Record, Long> recorded = new LinkedHashMap<>();

    private final Map<ObjectKey, Integer> countOfObject = new LinkedHashMap<>();
    private final Deque<Expected> expected = new ArrayDeque<>();
    private long refused = Long.MIN_VALUE;

    /**
     * What an Event says.
     *
     * @param object which it is about
     * @param reason in its words
     * @param part a container of the object; empty for the whole object
     */
    private record Record(ObjectKey object, String reason, String part) {}

    /**
     * A container that runs.
     *
     * @param since virtual time of its start
     */
    private record Running(String name, long since) {}

    /**
     * An Event that is to come.
     *
     * @param since from when on it may have come
     * @param happened virtual time at which that happened which it is about
     * @param kind of the object
     * @param what has happened
     */
    private record Expected(Record record, long since, long happened, String kind, String what) {}

    private final boolean kubeletsReport;

    /** In this cluster. */
    public EventsRecorded(ClusterSpec cluster) {
        Delays delays = Delays.of(cluster);
        this.turn = TURN + delays.visibility() + delays.answer();
        this.kubeletsReport = !Boolean.parseBoolean(cluster.settings()
                .getOrDefault(HOLLOW, String.valueOf(cluster.profile().has(Feature.HOLLOW_NODES))));
    }

    @Override
    public String name() {
        return "EventsRecorded";
    }

    @Override
    public String reason() {
        return "Events are what kubectl describe shows and what alarms look at: without them nobody learns why a pod"
                + " does not run, or that it was driven away. They may be lost while something goes wrong, when they"
                + " are refused, and when there are many about one object: then nothing is judged.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/kubelet/events/event.go; pkg/scheduler/schedule_one.go;"
                        + " pkg/controller/nodelifecycle/node_lifecycle_controller.go;"
                        + " pkg/controller/tainteviction/taint_eviction.go (v1.32)",
                "staging/src/k8s.io/client-go/tools/record/events_cache.go (v1.32), spam filter");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.SCHEDULER, Tag.KUBELET, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "An Event says when a pod is placed, starts, fails, waits or is driven away, and who leads.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return List.of(
                Pod.class,
                Node.class,
                Lease.class,
                ApiEvent.class,
                ContainerTrace.class,
                FaultTrace.class,
                ApiRequest.Create.class,
                ApiRequest.Patch.class,
                ApiRequest.Delete.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        judgeDue(entry.time(), outcomes);
        if (entry.record() instanceof StoreTrace change) {
            observe(change, entry.time());
        } else if (entry.record() instanceof ContainerTrace container) {
            Pod pod = kubeletsReport ? pods.get(container.uid()) : null;
            if (pod != null) {
                observe(pod, container, entry.time());
            }
        } else if (entry.record() instanceof RequestTrace request) {
            observe(request, entry.time());
        } else {
            faults.observe(entry);
            ofControlPlane.observe(entry);
        }
    }

    private void observe(StoreTrace change, long now) {
        boolean isGone = change.change() == WatchEvent.Type.DELETED;
        if (change.object() instanceof ApiEvent event) {
            if (event.involvedObject() != null) {
                record(event, event.involvedObject(), isGone, now);
            }
        } else if (change.object() instanceof Pod pod) {
            if (isGone) {
                pods.remove(pod.uid());
                deleting.remove(pod.uid());
            } else if (!isMirror(pod)) {
                pods.put(pod.uid(), pod);
                if (change.previous() instanceof Pod before) {
                    observe(pod, before, now);
                }
            }
        } else if (change.object() instanceof Node node) {
            if (!isGone && change.previous() instanceof Node before) {
                observe(node, before, now);
            }
        } else if (change.object() instanceof Lease lease && !isGone) {
            observe(lease, change, now);
        }
    }

    private void observe(Pod pod, ContainerTrace record, long now) {
        if (record instanceof ContainerTrace.Started started) {
            running.put(started.id(), new Running(started.container(), now));
            expect(
                    pod,
                    "Started",
                    Symptoms.path(pod, started.container()),
                    now,
                    "started container " + started.container());
        } else if (record instanceof ContainerTrace.Ended ended) {
            Running container = running.remove(ended.id());
            Long since = deleting.get(pod.uid());
            // One that is started late, because an image is pulled, may end by itself before it is stopped.
            if (container != null && since != null && now - Math.max(since, container.since()) > KUBELET_SEES) {
                expect(pod, "Killing", Symptoms.path(pod, container.name()), since, "was deleted");
            }
        }
    }

    /** Notes an Event. One that has outlived its pod, and that the server removes, is of no more use. */
    private void record(ApiEvent event, ApiEvent.Reference about, boolean isGone, long now) {
        ObjectKey object = new ObjectKey(about.namespace(), about.name());
        Record says = new Record(object, event.reason(), about.fieldPath() == null ? "" : about.fieldPath());
        if (!isGone) {
            recorded.put(says, now);
            countOfObject.merge(object, 1, Integer::sum);
        } else if (!"Node".equals(about.kind())
                && !pods.containsKey(about.uid())
                && now - recorded.getOrDefault(says, now) > turn) {
            recorded.remove(says);
            countOfObject.remove(object);
        }
    }

    private static boolean isMirror(Pod pod) {
        return pod.metadata().annotations().containsKey("kubernetes.io/config.mirror");
    }

    private void observe(Pod pod, Pod before, long now) {
        if (pod.metadata().isDeleting() && !before.metadata().isDeleting() && !pod.isFinished()) {
            deleting.put(pod.uid(), now);
        }
        if (isEmpty(before.nodeName()) && !isEmpty(pod.nodeName())) {
            expect(pod, "Scheduled", "", now, "was bound to node " + pod.nodeName());
        }
        if (pod.status() == null || pod.status() == before.status()) {
            return;
        }
        if (isEmpty(pod.nodeName()) && Symptoms.isUnschedulable(pod) && !Symptoms.isUnschedulable(before)) {
            // The scheduler counts what it reports again, and writes the count only later.
            expected.add(
                    new Expected(new Record(pod.key(), "FailedScheduling", ""), 0, now, "pod", "cannot be placed"));
        }
        for (Pod.ContainerStatus status : pod.status().containerStatuses()) {
            Pod.ContainerStatus former = Symptoms.status(before, status.name());
            if (former != null && former != status && kubeletsReport) {
                observe(pod, status, former, now);
            }
        }
    }

    private void observe(Pod pod, Pod.ContainerStatus status, Pod.ContainerStatus former, long now) {
        String waits = Symptoms.waiting(status);
        if (waits.equals("CrashLoopBackOff") && !Symptoms.waiting(former).equals(waits)) {
            expect(pod, "BackOff", Symptoms.path(pod, status.name()), now, "waits in " + waits);
        } else if (Boolean.TRUE.equals(former.ready())
                && Boolean.FALSE.equals(status.ready())
                && !pod.metadata().isDeleting()
                && !pod.isFinished()
                && Symptoms.isProbed(pod, status.name())
                && status.state() != null
                && status.state().running() != null
                && Objects.equals(status.containerID(), former.containerID())) {
            expect(pod, "Unhealthy", Symptoms.path(pod, status.name()), now, "is not ready any more");
        }
    }

    private void observe(Node node, Node before, long now) {
        if (Symptoms.ready(node).equals("Unknown") && Symptoms.ready(before).equals("True")) {
            expect(node.metadata(), "node", "NodeNotReady", now, "is not heard any more");
        }
    }

    private void observe(Lease lease, StoreTrace change, long now) {
        String holder = holder(lease);
        if ("kube-system".equals(lease.metadata().namespace())
                && change.previous() instanceof Lease before
                && !holder.isEmpty()
                && !holder.equals(holder(before))) {
            expect(lease.metadata(), "lease", "LeaderElection", now, "is held by " + holder);
        }
    }

    private static String holder(Lease lease) {
        return ElectionRecord.of(lease).map(Lease.Spec::holderIdentity).orElse("");
    }

    private void observe(RequestTrace request, long now) {
        ApiRequest asked = request.call().request();
        if (asked.resource().equals(Resources.EVENTS)) {
            refused = request.response().isSuccess() ? refused : now;
        } else if (asked instanceof ApiRequest.Delete
                && asked.resource().equals(Resources.PODS)
                && request.response().isSuccess()) {
            ObjectKey object = new ObjectKey(asked.namespace(), asked.name());
            String agent = request.call().userAgent();
            if (agent.equals(ComponentNames.SCHEDULER)) {
                expect(object, "Preempted", "was deleted by " + agent, now);
            } else if (agent.equals(KubernetesController.TAINT_EVICTION.userAgent())) {
                expect(object, "TaintManagerEviction", "was deleted by " + agent, now);
            }
        }
    }

    private void expect(Pod pod, String reason, String part, long happened, String what) {
        expected.add(new Expected(new Record(pod.key(), reason, part), happened - BEFORE, happened, "pod", what));
    }

    private void expect(ObjectKey pod, String reason, String what, long happened) {
        expected.add(new Expected(new Record(pod, reason, ""), happened - BEFORE, happened, "pod", what));
    }

    private void expect(ObjectMeta metadata, String kind, String reason, long happened, String what) {
        Record record = new Record(new ObjectKey(metadata.namespace(), metadata.name()), reason, "");
        expected.add(new Expected(record, happened, happened, kind, what));
    }

    /** Those that are due are the first. */
    private void judgeDue(long now, Outcomes outcomes) {
        while (!expected.isEmpty() && isDue(expected.peek(), now)) {
            judge(expected.remove(), outcomes);
        }
    }

    private boolean isDue(Expected one, long now) {
        return now - one.happened() > turn;
    }

    private void judge(Expected one, Outcomes outcomes) {
        long since = Math.max(one.since(), one.happened() - BEFORE);
        boolean mayBeLost = refused >= since
                || !(one.kind().equals("pod") ? faults : ofControlPlane).isNoneSince(since)
                || countOfObject.getOrDefault(one.record().object(), 0) >= MANY;
        boolean isMissing = recorded.getOrDefault(one.record(), -1L) < one.since();
        if (isMissing && mayBeLost) {
            // What did not reach the server has counted for the client.
            countOfObject.merge(one.record().object(), LOST_WITH_IT, Integer::sum);
        } else if (isMissing) {
            outcomes.broken(
                    this,
                    one.kind() + "/" + one.record().object(),
                    one.what() + " at " + VirtualTime.span(one.happened()) + ", expected an Event "
                            + one.record().reason() + " about it");
        }
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        judgeDue(now, outcomes);
    }

    private static boolean isOfNode(Fault fault) {
        return fault instanceof NodeFault
                || !fault.components().isEmpty()
                        && fault.components().stream()
                                .allMatch(name -> name.startsWith("kubelet/") || name.startsWith("runtime/"));
    }

    private static boolean isEmpty(@Nullable String text) {
        return text == null || text.isEmpty();
    }
}
