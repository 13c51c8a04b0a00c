package dev.wavetank.model.scheduler.plugin.spread;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.Handle;
import dev.wavetank.model.scheduler.framework.NodeDomains;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PreScorePlugin;
import dev.wavetank.model.scheduler.framework.ScorePlugin;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.StateKey;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.plugin.helper.Scores;
import dev.wavetank.model.scheduler.plugin.helper.SumsCache;
import dev.wavetank.model.scheduler.plugin.helper.TopologySums;
import dev.wavetank.model.scheduler.plugin.helper.Union;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Spreads the pods of a service or controller over nodes and, more so, over zones; replaced by the built-in constraints
 * of PodTopologySpread in v1.20.
 */
public final class SelectorSpread implements PreScorePlugin, ScorePlugin {

    /** Its name. */
    public static final String NAME = "SelectorSpread";

    /** Its name when it looks at services only, in policies. */
    public static final String SERVICES_ONLY = "ServiceSpreadingPriority";

    private static final double ZONE_SHARE = 2.0 / 3.0;
    private static final StateKey<State> STATE = new StateKey<>("PreScoreSelectorSpread");

    private final KubernetesVersion version;
    private final boolean servicesOnly;
    private final DefaultSelectors selectors;
    private final long most;
    private final SumsCache<Key> cache = new SumsCache<>();

    private record Key(String namespace, List<LabelSelector> selectors) {}

    private record State(@Nullable TopologySums sums, boolean isSpreadOtherwise) implements CycleState.Entry {
        @Override
        public CycleState.Entry copy() {
            return this;
        }
    }

    /**
     * The plug-in of a scheduler.
     *
     * @param servicesOnly whether controllers do not count
     */
    public SelectorSpread(Handle handle, boolean servicesOnly) {
        this.version = handle.version();
        this.servicesOnly = servicesOnly;
        this.selectors = new DefaultSelectors(handle.cluster(), version.has(Feature.SPREAD_BY_OWNER));
        this.most = Scores.most(version);
    }

    @Override
    public String name() {
        return servicesOnly ? SERVICES_ONLY : NAME;
    }

    @Override
    public Status preScore(CycleState state, PodInfo pod, Snapshot snapshot, List<NodeInfo> feasible) {
        Pod own = pod.pod();
        if (!Constraint.of(own, version).isEmpty()) {
            state.write(STATE, new State(null, true));
            return Status.SUCCESS;
        }
        List<LabelSelector> chosen = servicesOnly ? selectors.ofServices(own) : selectors.of(own);
        String namespace = own.metadata().namespace();
        TopologySums sums = chosen.isEmpty()
                ? null
                : cache.get(
                        new Key(namespace, chosen),
                        snapshot,
                        all -> candidates(namespace, chosen, all),
                        (node, unused, sink) -> {
                            long count = count(node, namespace, chosen);
                            if (count > 0) {
                                sink.add(NodeDomains.NAME, node.name(), count);
                            }
                        });
        state.write(STATE, new State(sums, false));
        return Status.SUCCESS;
    }

    private static @Nullable Collection<NodeInfo> candidates(
            String namespace, List<LabelSelector> chosen, Snapshot snapshot) {
        Union<NodeInfo> all = new Union<>();
        for (LabelSelector selector : chosen) {
            Collection<NodeInfo> nodes = snapshot.nodesWithPods(List.of(namespace), selector);
            if (nodes == null) {
                return null;
            }
            all.append(nodes);
        }
        return all;
    }

    private long count(NodeInfo node, String namespace, List<LabelSelector> chosen) {
        boolean needsAll = version.has(Feature.SELECTOR_SPREAD_ALL);
        long count = 0;
        for (int i = 0; i < node.pods().size(); i++) {
            Pod other = node.pods().get(i).pod();
            if (!other.metadata().isDeleting()
                    && namespace.equals(other.metadata().namespace())) {
                int matches = 0;
                for (LabelSelector selector : chosen) {
                    matches += selector.matches(other.metadata().labels()) ? 1 : 0;
                }
                count += matches == chosen.size() || matches > 0 && !needsAll ? 1 : 0;
            }
        }
        return count;
    }

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
        State known = state.read(STATE);
        return known == null || known.sums == null ? 0 : known.sums.at(NodeDomains.NAME, node.position());
    }

    @Override
    public void normalize(CycleState state, PodInfo pod, List<NodeInfo> nodes, long[] points) {
        State known = state.read(STATE);
        if (known == null || known.isSpreadOtherwise) {
            return;
        }
        long mostOnNode = 0;
        long mostInZone = 0;
        Map<String, Long> zones = new TreeMap<>();
        for (int i = 0; i < points.length; i++) {
            mostOnNode = Math.max(mostOnNode, points[i]);
            String zone = Zones.key(nodes.get(i).node());
            if (zone != null) {
                mostInZone = Math.max(mostInZone, zones.merge(zone, points[i], Long::sum));
            }
        }
        for (int i = 0; i < points.length; i++) {
            double score = share(mostOnNode, points[i]);
            String zone = zones.isEmpty() ? null : Zones.key(nodes.get(i).node());
            if (zone != null) {
                score = score * (1.0 - ZONE_SHARE) + ZONE_SHARE * share(mostInZone, zones.getOrDefault(zone, 0L));
            }
            points[i] = (long) score;
        }
    }

    private double share(long highest, long count) {
        return highest == 0 ? most : most * ((double) (highest - count) / highest);
    }
}
