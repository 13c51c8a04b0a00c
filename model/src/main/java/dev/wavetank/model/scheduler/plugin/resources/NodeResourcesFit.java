package dev.wavetank.model.scheduler.plugin.resources;

import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Action;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Resource;
import dev.wavetank.model.scheduler.framework.Code;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.EnqueueExtensions;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PreScorePlugin;
import dev.wavetank.model.scheduler.framework.ScorePlugin;
import dev.wavetank.model.scheduler.framework.SelectorReader;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.plugin.helper.Arguments;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Keeps pods off nodes that do not have enough left for them ({@code fitsRequest} of noderesources/fit.go, v1.34),
 * and, since v1.22, scores by its argument {@code scoringStrategy}. The arguments {@code ignoredResources} and {@code
 * ignoredResourceGroups} take extended resources out of the filter.
 */
public final class NodeResourcesFit
        implements FilterPlugin, PreScorePlugin, ScorePlugin, AmountsSigner, EnqueueExtensions {

    /** Its name. */
    public static final String NAME = "NodeResourcesFit";

    private static final Status TOO_MANY_PODS = Status.unschedulable("Too many pods");
    private static final Lack CPU = new Lack("cpu");
    private static final Lack MEMORY = new Lack("memory");

    private final TreeSet<String> ignored = new TreeSet<>();
    private final TreeSet<String> ignoredGroups = new TreeSet<>();
    private final Map<String, Lack> lacks = new LinkedHashMap<>();
    private final @Nullable ResourceScore strategy;
    private final boolean resizes;
    private final boolean knowsTooSmallNodes;

    /** The refusals of nodes that have too little of a resource: left, or altogether. */
    private record Lack(Status left, Status inAll) {

        private Lack(String resource) {
            this(Status.unschedulable("Insufficient " + resource), Status.unresolvable("Insufficient " + resource));
        }
    }

    /** The plug-in of a version. */
    public NodeResourcesFit(Map<String, Object> arguments, KubernetesVersion version) {
        Arguments reader = new Arguments(NAME, arguments);
        ignored.addAll(SelectorReader.texts(reader.list("ignoredResources")));
        ignoredGroups.addAll(SelectorReader.texts(reader.list("ignoredResourceGroups")));
        this.knowsTooSmallNodes = version.has(Feature.TOO_LARGE_REQUESTS_UNRESOLVABLE);
        this.resizes = version.has(Feature.RESIZED_PODS_FREE_ROOM);
        this.strategy = version.has(Feature.FIT_SCORING_STRATEGY)
                ? Strategies.of(NAME, reader.map("scoringStrategy"), version)
                : null;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean hasScoreExtensions() {
        return false;
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        ResourceAmounts wanted = pod.requests();
        Status first = node.podCount() + 1 > node.allocatablePods() ? TOO_MANY_PODS : Status.SUCCESS;
        if (wanted.milliCpu() > 0 && wanted.milliCpu() > node.allocatableCpu() - node.requestedCpu()) {
            first = and(first, lack(CPU, wanted.milliCpu() > node.allocatableCpu()));
        }
        if (wanted.memory() > 0 && wanted.memory() > node.allocatableMemory() - node.requestedMemory()) {
            first = and(first, lack(MEMORY, wanted.memory() > node.allocatableMemory()));
        }
        return wanted.other().isEmpty() ? first : withOthers(first, wanted, node);
    }

    private Status withOthers(Status before, ResourceAmounts wanted, NodeInfo node) {
        Status status = before;
        Map<String, Long> capacity = node.allocatable().other();
        for (Map.Entry<String, Long> other : wanted.other().entrySet()) {
            String name = other.getKey();
            Long given = capacity.get(name);
            long all = given == null ? 0 : given;
            long left = all - node.requested(name);
            if (other.getValue() > 0 && other.getValue() > left && !isIgnored(name)) {
                status = and(status, lack(lacking(name), other.getValue() > all));
            }
        }
        return status;
    }

    /** Taking pods away makes no room on a node that is too small for the pod. */
    private Status lack(Lack of, boolean isTooSmall) {
        return isTooSmall && knowsTooSmallNodes ? of.inAll : of.left;
    }

    private Lack lacking(String resource) {
        Lack known = lacks.get(resource);
        if (known == null) {
            known = new Lack(resource);
            lacks.put(resource, known);
        }
        return known;
    }

    private static Status and(Status first, Status second) {
        if (first.isSuccess()) {
            return second;
        }
        List<String> reasons = new ArrayList<>(first.reasons());
        reasons.addAll(second.reasons());
        return new Status(first.code() == Code.UNSCHEDULABLE_AND_UNRESOLVABLE ? first.code() : second.code(), reasons);
    }

    /** Whether it refuses nodes that have too little of a resource. */
    public boolean counts(String resource) {
        return !isIgnored(resource);
    }

    /** Only extended resources can be ignored: those of a domain that is not Kubernetes' own. */
    private boolean isIgnored(String resource) {
        int slash = resource.indexOf('/');
        if (slash < 0 || resource.startsWith("requests.") || isNative(resource)) {
            return false;
        }
        return ignored.contains(resource) || ignoredGroups.contains(resource.substring(0, slash));
    }

    private static boolean isNative(String resource) {
        String domain = resource.substring(0, resource.indexOf('/'));
        return domain.equals("kubernetes.io") || domain.endsWith(".kubernetes.io");
    }

    @Override
    public Status preScore(CycleState state, PodInfo pod, Snapshot snapshot, List<NodeInfo> feasible) {
        return strategy == null ? Status.SKIP : strategy.prepare(state, pod);
    }

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
        return strategy == null ? 0 : strategy.score(state, pod, node);
    }

    @Override
    public void scoreAll(CycleState state, PodInfo pod, List<NodeInfo> nodes, long[] points) {
        if (strategy == null) {
            Arrays.fill(points, 0);
        } else {
            strategy.scoreAll(state, pod, nodes, points);
        }
    }

    @Override
    public List<Interest> eventsToRegister() {
        List<Interest> interests = new ArrayList<>(List.of(
                Interest.in(ClusterEvent.of(Resource.ASSIGNED_POD, Action.DELETE)),
                new Interest(
                        ClusterEvent.of(Resource.NODE, Action.ADD, Action.UPDATE_NODE_ALLOCATABLE),
                        (pod, occurrence) ->
                                FreedResources.byNode(pod.requests(), occurrence, name -> !isIgnored(name)))));
        if (resizes) {
            interests.add(new Interest(
                    ClusterEvent.of(Resource.ASSIGNED_POD, Action.UPDATE_POD_SCALE_DOWN),
                    (pod, occurrence) -> FreedResources.byPod(pod.requests(), occurrence)));
            interests.add(new Interest(
                    ClusterEvent.of(Resource.UNSCHEDULED_POD, Action.UPDATE_POD_SCALE_DOWN),
                    (pod, occurrence) -> occurrence.isAbout(pod)));
        }
        return interests;
    }
}
