package dev.wavetank.cli.inspect;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.ServiceRequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why requests of a load were not answered: for each outcome at each pod, what happened to the pod, to its endpoint and
 * to the first such request, in the order of time.
 */
public final class DropStory {

    private final List<TraceEntry> trace;
    private final String load;
    private final List<Step> steps = new ArrayList<>();

    private DropStory(List<TraceEntry> trace, String load) {
        this.trace = trace;
        this.load = load;
    }

    /** Something that happened at a virtual time. */
    private record Step(long time, String what) {}

    /** Requests that ended the same way at the same pod. */
    private static final class Group {
        private final ServiceRequestTrace first;
        private final long begun;
        private long count = 1;
        private long last;

        Group(ServiceRequestTrace first, long begun) {
            this.first = first;
            this.begun = begun;
            this.last = begun;
        }
    }

    /** The names of the loads that have sent requests, in order. */
    public static List<String> loads(List<TraceEntry> trace) {
        return trace.stream()
                .map(TraceEntry::record)
                .filter(ServiceRequestTrace.class::isInstance)
                .map(one -> ((ServiceRequestTrace) one).load())
                .distinct()
                .sorted()
                .toList();
    }

    /**
     * The lines about a load.
     *
     * @param trace of the run, as far as it was kept
     * @param load its name
     */
    public static List<String> lines(List<TraceEntry> trace, String load) {
        return new DropStory(trace, load).lines();
    }

    private List<String> lines() {
        Map<String, Group> groups = new LinkedHashMap<>();
        for (TraceEntry entry : trace) {
            if (entry.record() instanceof ServiceRequestTrace request
                    && request.load().equals(load)
                    && !request.isAnswered()) {
                long begun = entry.time() - request.nanos();
                Group known = groups.putIfAbsent(request.outcome() + " " + request.pod(), new Group(request, begun));
                if (known != null) {
                    known.count++;
                    known.last = Math.max(known.last, begun);
                }
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add(
                groups.isEmpty()
                        ? "every request of load " + load + " was answered"
                        : "why requests of load " + load + " were not answered");
        groups.values().forEach(group -> tell(group, lines));
        return lines;
    }

    private void tell(Group group, List<String> lines) {
        steps.clear();
        ServiceRequestTrace request = group.first;
        lines.add("");
        lines.add(group.count + " " + request.outcome() + (request.pod().isEmpty() ? "" : " at pod/" + request.pod()));
        Optional<Pod> pod = victim(request, group.begun);
        pod.ifPresent(this::ofPod);
        if (!request.address().isEmpty()) {
            ofEndpoint(request, group.begun);
        }
        steps.add(new Step(
                group.begun,
                request.node() + " gets the first of these requests"
                        + (request.address().isEmpty() ? "" : ", and sends it to " + request.address()) + ": "
                        + request.reason()));
        if (group.count > 1) {
            steps.add(new Step(group.last, "the last of them"));
        }
        steps.sort(Comparator.comparingLong(Step::time));
        steps.forEach(step -> lines.add("  " + VirtualTime.format(step.time()) + "  " + step.what()));
    }

    /** The pod that answered so, or that had the address last. */
    private Optional<Pod> victim(ServiceRequestTrace request, long time) {
        Pod found = null;
        for (TraceEntry entry : trace) {
            if (entry.time() > time && found != null) {
                break;
            }
            if (entry.record() instanceof StoreTrace change
                    && change.object() instanceof Pod pod
                    && (request.pod().isEmpty()
                            ? !request.address().isEmpty() && request.address().equals(address(pod))
                            : pod.key().toString().equals(request.pod()))) {
                found = pod;
            }
        }
        return Optional.ofNullable(found);
    }

    private static @Nullable String address(Pod pod) {
        return pod.status() == null ? null : pod.status().podIP();
    }

    private void ofPod(Pod victim) {
        boolean deleting = false;
        for (TraceEntry entry : trace) {
            if (entry.record() instanceof StoreTrace change
                    && change.object() instanceof Pod pod
                    && pod.uid().equals(victim.uid())) {
                if (pod.metadata().isDeleting() && !deleting) {
                    deleting = true;
                    steps.add(new Step(entry.time(), "etcd stores that pod " + pod.key() + " is to be deleted"));
                }
                if (change.change() == WatchEvent.Type.DELETED) {
                    steps.add(new Step(entry.time(), "etcd deletes pod " + pod.key()));
                }
            } else if (entry.record() instanceof ContainerTrace.Ended ended
                    && ended.uid().equals(victim.uid())) {
                steps.add(new Step(entry.time(), "its process has ended"));
            }
        }
    }

    /** When the endpoint of the address came and went in what kube-proxies read. */
    private void ofEndpoint(ServiceRequestTrace request, long time) {
        Map<String, Boolean> had = new LinkedHashMap<>();
        for (TraceEntry entry : trace) {
            if (!(entry.record() instanceof StoreTrace change)
                    || !change.endpointsOf().equals(request.service())) {
                continue;
            }
            String name = change.resource().plural() + "/" + change.object().key();
            boolean has = change.change() != WatchEvent.Type.DELETED && has(change.object(), request.address());
            Boolean before = had.put(name, has);
            if (Boolean.TRUE.equals(before) && !has) {
                steps.add(new Step(
                        entry.time(),
                        "etcd stores " + name + " without " + request.address()
                                + (entry.time() > time ? ", which the rules of the nodes follow later" : "")));
            }
        }
    }

    private static boolean has(KubernetesObject object, String address) {
        if (object instanceof Endpoints endpoints) {
            return endpoints.subsets().stream()
                    .flatMap(subset -> subset.addresses().stream())
                    .anyMatch(one -> address.equals(one.ip()));
        }
        return ((EndpointSlice) object)
                .endpoints().stream()
                        .anyMatch(one -> one.addresses().contains(address)
                                && (one.conditions() == null
                                        || !Boolean.FALSE.equals(
                                                one.conditions().ready())));
    }
}
