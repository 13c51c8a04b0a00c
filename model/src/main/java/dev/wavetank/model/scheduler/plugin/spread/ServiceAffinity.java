package dev.wavetank.model.scheduler.plugin.spread;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.Handle;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PreFilterPlugin;
import dev.wavetank.model.scheduler.framework.ScorePlugin;
import dev.wavetank.model.scheduler.framework.SelectorReader;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.StateKey;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.plugin.helper.Arguments;
import dev.wavetank.model.scheduler.plugin.helper.Reasons;
import dev.wavetank.model.scheduler.plugin.helper.Scores;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps the pods of a service on nodes with the same values of {@code affinityLabels}, and spreads them over the
 * values of {@code antiAffinityLabelsPreference}; until v1.22 ({@code serviceaffinity/service_affinity.go}).
 */
public final class ServiceAffinity implements PreFilterPlugin, FilterPlugin, ScorePlugin {

    /** Its name. */
    public static final String NAME = "ServiceAffinity";

    private static final StateKey<Peers> FILTER = new StateKey<>("PreFilterServiceAffinity");
    private static final StateKey<Selected> SCORE = new StateKey<>("ServiceAffinity");

    private final List<String> affinityLabels;
    private final List<String> spreadLabels;
    private final DefaultSelectors selectors;
    private final long most;
    private final Status refusal;

    private record Peer(PodInfo pod, NodeInfo node) {}

    /** Pods with all labels of the pod, in its namespace, when it is in a service. */
    private record Peers(boolean isInService, List<Peer> pods) implements CycleState.Entry {
        @Override
        public CycleState.Entry copy() {
            return new Peers(isInService, new ArrayList<>(pods));
        }
    }

    private record Selected(List<LabelSelector> selectors) implements CycleState.Entry {
        @Override
        public CycleState.Entry copy() {
            return this;
        }
    }

    /** The plug-in of a scheduler. */
    public ServiceAffinity(Map<String, Object> arguments, Handle handle) {
        Arguments reader = new Arguments(NAME, arguments);
        this.affinityLabels = SelectorReader.texts(reader.list("affinityLabels"));
        this.spreadLabels = SelectorReader.texts(reader.list("antiAffinityLabelsPreference"));
        this.selectors = new DefaultSelectors(handle.cluster(), false);
        this.most = Scores.most(handle.version());
        this.refusal = Status.unschedulable(
                Reasons.of(handle.version(), "node(s) didn't match service affinity", "CheckServiceAffinity"));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Status preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
        if (affinityLabels.isEmpty()) {
            return Status.SKIP;
        }
        Peers peers = new Peers(!selectors.ofServices(pod.pod()).isEmpty(), new ArrayList<>());
        for (NodeInfo node : snapshot.nodes()) {
            node.pods().forEach(other -> add(peers, pod, other, node));
        }
        state.write(FILTER, peers);
        return Status.SUCCESS;
    }

    private static void add(Peers peers, PodInfo pod, PodInfo other, NodeInfo node) {
        boolean isPeer = other.pod().key().namespace().equals(pod.pod().key().namespace())
                && other.pod()
                        .metadata()
                        .labels()
                        .entrySet()
                        .containsAll(pod.pod().metadata().labels().entrySet());
        if (isPeer) {
            peers.pods.add(new Peer(other, node));
        }
    }

    @Override
    public void addPod(CycleState state, PodInfo pod, PodInfo added, NodeInfo node) {
        Peers peers = state.read(FILTER);
        if (peers != null) {
            add(peers, pod, added, node);
        }
    }

    @Override
    public void removePod(CycleState state, PodInfo pod, PodInfo removed, NodeInfo node) {
        Peers peers = state.read(FILTER);
        if (peers != null) {
            peers.pods.removeIf(
                    peer -> peer.pod.pod().uid().equals(removed.pod().uid()));
        }
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        Peers peers = state.read(FILTER);
        if (peers == null) {
            return Status.SUCCESS;
        }
        Map<String, String> labels = node.node().metadata().labels();
        Map<String, String> own = pod.pod().spec().nodeSelector();
        Map<String, String> others = peers.isInService ? firstOther(peers, node) : Collections.emptyMap();
        for (int i = 0; i < affinityLabels.size(); i++) {
            String label = affinityLabels.get(i);
            String wanted = own.containsKey(label) ? own.get(label) : others.get(label);
            if (wanted != null && !wanted.equals(labels.get(label))) {
                return refusal;
            }
        }
        return Status.SUCCESS;
    }

    /** Labels of the node of the first peer that is not on this node ({@code FilterOutPods}). */
    private static Map<String, String> firstOther(Peers peers, NodeInfo node) {
        for (int i = 0; i < peers.pods.size(); i++) {
            Peer peer = peers.pods.get(i);
            if (!peer.node.name().equals(node.name()) || isThere(peer, node)) {
                return peer.node.node().metadata().labels();
            }
        }
        return Collections.emptyMap();
    }

    /** A pod counts for its own node, too, while the node still has it. */
    private static boolean isThere(Peer peer, NodeInfo node) {
        for (int i = 0; i < node.pods().size(); i++) {
            if (node.pods().get(i).pod().uid().equals(peer.pod.pod().uid())) {
                return true;
            }
        }
        return false;
    }

    /** Looked up once in each cycle. */
    private Selected selected(CycleState state, PodInfo pod) {
        Selected known = state.read(SCORE);
        if (known == null) {
            known = new Selected(spreadLabels.isEmpty() ? List.of() : selectors.ofServices(pod.pod()));
            state.write(SCORE, known);
        }
        return known;
    }

    /** Only the first service counts. */
    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
        Selected selected = selected(state, pod);
        if (selected.selectors.isEmpty()) {
            return 0;
        }
        long count = 0;
        for (int i = 0; i < node.pods().size(); i++) {
            Pod other = node.pods().get(i).pod();
            boolean isCounted = !other.metadata().isDeleting()
                    && other.key().namespace().equals(pod.pod().key().namespace())
                    && selected.selectors.get(0).matches(other.metadata().labels());
            count += isCounted ? 1 : 0;
        }
        return count;
    }

    /** Each label counts for an equal part. */
    @Override
    public void normalize(CycleState state, PodInfo pod, List<NodeInfo> nodes, long[] points) {
        if (spreadLabels.isEmpty()) {
            return;
        }
        double[] sums = new double[points.length];
        for (String label : spreadLabels) {
            addPart(label, nodes, points, sums);
        }
        for (int i = 0; i < points.length; i++) {
            points[i] = (long) sums[i];
        }
    }

    private void addPart(String label, List<NodeInfo> nodes, long[] points, double[] sums) {
        Map<String, Long> byValue = new TreeMap<>();
        long all = 0;
        for (int i = 0; i < points.length; i++) {
            String value = nodes.get(i).node().metadata().labels().get(label);
            if (value != null) {
                byValue.merge(value, points[i], Long::sum);
            }
            all += points[i];
        }
        for (int i = 0; i < points.length; i++) {
            String value = nodes.get(i).node().metadata().labels().get(label);
            if (value != null) {
                long here = byValue.getOrDefault(value, 0L);
                double part = all == 0 ? most : most * ((double) (all - here) / all);
                sums[i] += part / spreadLabels.size();
            }
        }
    }
}
