package dev.wavetank.model.scheduler.runtime;

import dev.wavetank.model.scheduler.framework.Code;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.Filters;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.NominatedPods;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PostFilterPlugin;
import dev.wavetank.model.scheduler.framework.PreFilterPlugin;
import dev.wavetank.model.scheduler.framework.PreScorePlugin;
import dev.wavetank.model.scheduler.framework.Profile;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.scheduler.framework.ScorePlugin;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.StateKey;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.framework.TrialNode;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Runs the plug-ins of a profile that decide where a pod goes. */
public final class FrameworkRunner implements Filters {

    /** The plug-in that looks for the claims of pods. */
    private static final String CLAIMS = "VolumeBinding";

    private static final StateKey<Concerned> CONCERNED = new StateKey<>("SkipFilterPlugins");

    private final Profile profile;
    private final NominatedPods nominated;
    private final boolean namesPodInErrors;
    private final boolean namesPluginInErrors;
    private final String beginOfErrors;
    private final boolean checksClaimsFirst;
    private final SignedFilters signedFilters = new SignedFilters();
    private final SignedScores signedScores = new SignedScores();
    /** The same for all attempts, most of which find as many nodes. */
    private long[] totals = new long[0];

    /** The plug-ins that run for one pod: those that have not skipped it. */
    private record Concerned(PreFilterPlugin[] preFilters, FilterPlugin[] filters) implements CycleState.Entry {

        @Override
        public CycleState.Entry copy() {
            return this;
        }
    }

    /**
     * What the pre-filters said.
     *
     * @param refusal why no node suits; null when nothing is against it
     * @param onlyNodes names of the only nodes that can suit; null for all
     */
    public record PreFiltered(
            @Nullable Refusal refusal, @Nullable Set<String> onlyNodes) {}

    /**
     * Points of the feasible nodes.
     *
     * @param totals in their order, until the next pod is scored
     * @param byPlugin raw and normalised points of each plug-in, for an explanation; empty when none is wanted
     * @param error why there are none, or null
     */
    public record Scores(
            long[] totals,
            List<PluginScores> byPlugin,
            @Nullable String error) {}

    /**
     * Points of the feasible nodes by one plug-in.
     *
     * @param plugin its name
     * @param weight its weight
     * @param raw before normalising
     * @param normalised after it, before the weight
     */
    public record PluginScores(String plugin, long weight, long[] raw, long[] normalised) {}

    /** Runs that profile's plug-ins. */
    public FrameworkRunner(Profile profile, NominatedPods nominated, KubernetesVersion version) {
        this.profile = profile;
        this.nominated = nominated;
        this.namesPodInErrors = !version.has(Feature.PLUGIN_ERRORS_WITHOUT_POD);
        this.namesPluginInErrors = version.has(Feature.FILTER_ERRORS_NAME_PLUGINS);
        this.beginOfErrors = version.has(Feature.FILTER_ERRORS_SHORT) ? "running \"" : "error while running \"";
        this.checksClaimsFirst = !version.has(Feature.CLAIMS_CHECKED_BY_PLUGIN);
    }

    /** The profile. */
    public Profile profile() {
        return profile;
    }

    /** Runs the pre-filters. */
    public PreFiltered preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
        Set<String> skipped = new TreeSet<>();
        Set<String> only = null;
        List<PreFilterPlugin> ran = new ArrayList<>(profile.preFilters().size());
        for (PreFilterPlugin plugin : profile.preFilters()) {
            Status status = plugin.preFilter(state, pod, snapshot);
            if (status.code() == Code.SKIP) {
                skipped.add(plugin.name());
                continue;
            }
            if (!status.isSuccess()) {
                return new PreFiltered(refusal(plugin.name(), status, pod), null);
            }
            ran.add(plugin);
            Set<String> nodes = plugin.onlyNodes(state, pod);
            if (nodes != null) {
                if (only == null) {
                    only = new TreeSet<>(nodes);
                } else {
                    only.retainAll(nodes);
                }
            }
        }
        List<FilterPlugin> filters = new ArrayList<>(profile.filters().size());
        for (FilterPlugin plugin : profile.filters()) {
            if (skipped.isEmpty() || !skipped.contains(plugin.name())) {
                filters.add(plugin);
            }
        }
        state.write(
                CONCERNED, new Concerned(ran.toArray(PreFilterPlugin[]::new), filters.toArray(FilterPlugin[]::new)));
        return new PreFiltered(null, only);
    }

    private Refusal refusal(String plugin, Status status, PodInfo pod) {
        // The scheduler itself looked for the claims of a pod, before it asked its plug-ins (podPassesBasicChecks).
        boolean isOfScheduler = checksClaimsFirst && plugin.equals(CLAIMS);
        if (status.code() != Code.ERROR || isOfScheduler) {
            return new Refusal(plugin, status);
        }
        String text = namesPodInErrors
                ? "error while running \"" + plugin + "\" prefilter plugin for pod \""
                        + pod.pod().metadata().name() + "\": "
                : "running PreFilter plugin \"" + plugin + "\": ";
        return new Refusal(plugin, Status.error(text + status.message()));
    }

    @Override
    public @Nullable Refusal run(CycleState state, PodInfo pod, NodeInfo node) {
        Refusal withNominated = runWithNominated(state, pod, node);
        return withNominated == null ? runAll(concerned(state).filters(), state, pod, node) : withNominated;
    }

    /** The filters for a pod, to be run for many nodes of the snapshot. */
    public NodeFilter filterFor(CycleState state, PodInfo pod, Snapshot snapshot) {
        FilterPlugin[] filters = concerned(state).filters();
        boolean keeps = Positions.areKnown(snapshot) && !profile.search().checksAllFilters();
        return new NodeFilter(
                this, filters, state, pod, snapshot, keeps ? signedFilters.sign(filters, pod, snapshot) : null);
    }

    /** Whether a pod is nominated to some node. */
    boolean hasNominated() {
        return !nominated.isEmpty();
    }

    /** Whether the pod does not fit together with those that are nominated to the node. */
    @Nullable
    Refusal runWithNominated(CycleState state, PodInfo pod, NodeInfo node) {
        List<PodInfo> nominatedPods = nominated.on(node.name());
        if (nominatedPods.isEmpty() || nominatedPods.stream().noneMatch(other -> counts(other, pod))) {
            return null;
        }
        CycleState trialState = state.copy();
        TrialNode trial = node.trial();
        for (PodInfo other : nominatedPods) {
            if (counts(other, pod)) {
                addPod(trialState, pod, other, trial);
            }
        }
        return runAll(concerned(trialState).filters(), trialState, pod, trial);
    }

    /** A nominated pod of the same or a higher priority counts as if it were there. */
    private static boolean counts(PodInfo nominatedPod, PodInfo pod) {
        return nominatedPod.priority() >= pod.priority() && !nominatedPod.uid().equals(pod.uid());
    }

    /** Asks each of the filters; the node may be a trial. */
    @Nullable
    Refusal runAll(FilterPlugin[] filters, CycleState state, PodInfo pod, NodeInfo node) {
        Refusal first = null;
        for (FilterPlugin plugin : filters) {
            Status status = plugin.filter(state, pod, node);
            if (status.isSuccess()) {
                continue;
            }
            if (status.code() == Code.ERROR || !profile.search().checksAllFilters()) {
                return refusal(plugin, status, pod);
            }
            first = first == null ? refusal(plugin, status, pod) : both(first, status);
        }
        return first;
    }

    /** The refusal of a filter; the text of an error says what failed. */
    Refusal refusal(FilterPlugin plugin, Status status, PodInfo pod) {
        return new Refusal(
                plugin.name(),
                status.code() == Code.ERROR
                        ? Status.error(filterError(plugin.name(), pod) + status.message())
                        : status);
    }

    /** With {@code alwaysCheckAllPredicates} all reasons count. */
    private static Refusal both(Refusal first, Status second) {
        List<String> reasons = new ArrayList<>(first.status().reasons());
        reasons.addAll(second.reasons());
        Code code = first.status().code() == Code.UNSCHEDULABLE
                ? second.code()
                : first.status().code();
        return new Refusal(first.plugin(), new Status(code, reasons));
    }

    private String filterError(String plugin, PodInfo pod) {
        String name = namesPodInErrors ? " for pod \"" + pod.pod().metadata().name() + "\"" : "";
        return namesPluginInErrors ? beginOfErrors + plugin + "\" filter plugin" + name + ": " : "";
    }

    private static Concerned concerned(CycleState state) {
        Concerned concerned = state.read(CONCERNED);
        if (concerned == null) {
            throw new IllegalStateException("filters run before the pre-filters");
        }
        return concerned;
    }

    @Override
    public void addPod(CycleState state, PodInfo pod, PodInfo added, TrialNode node) {
        node.add(added);
        for (PreFilterPlugin plugin : concerned(state).preFilters()) {
            plugin.addPod(state, pod, added, node);
        }
    }

    @Override
    public void removePod(CycleState state, PodInfo pod, PodInfo removed, TrialNode node) {
        node.remove(removed);
        for (PreFilterPlugin plugin : concerned(state).preFilters()) {
            plugin.removePod(state, pod, removed, node);
        }
    }

    /** Runs the post-filters, until one succeeds or fails. */
    public Completion<PostFilterPlugin.Result> postFilter(
            CycleState state, PodInfo pod, Map<NodeInfo, Refusal> refusals) {
        Completion<PostFilterPlugin.Result> last =
                Completion.of(new PostFilterPlugin.Result(new Status(Code.UNSCHEDULABLE, List.of()), null));
        for (PostFilterPlugin plugin : profile.postFilters()) {
            last = last.then(before -> before.status().code().isRefusal()
                    ? plugin.postFilter(state, pod, refusals).map(result -> after(before, result))
                    : Completion.of(before));
        }
        return last;
    }

    private static PostFilterPlugin.Result after(PostFilterPlugin.Result before, PostFilterPlugin.Result result) {
        if (!result.status().code().isRefusal()) {
            return result;
        }
        List<String> reasons = new ArrayList<>(before.status().reasons());
        reasons.addAll(result.status().reasons());
        return new PostFilterPlugin.Result(
                new Status(Code.UNSCHEDULABLE, reasons),
                result.nominatedNode() == null ? before.nominatedNode() : result.nominatedNode());
    }

    /**
     * Scores the feasible nodes.
     *
     * @param explained whether points by plug-in are wanted
     */
    public Scores score(CycleState state, PodInfo pod, Snapshot snapshot, List<NodeInfo> feasible, boolean explained) {
        Set<String> skipped = new TreeSet<>();
        for (PreScorePlugin plugin : profile.preScores()) {
            Status status = plugin.preScore(state, pod, snapshot, feasible);
            if (status.code() == Code.SKIP) {
                skipped.add(plugin.name());
            } else if (!status.isSuccess()) {
                return failed("running PreScore plugin \"" + plugin.name() + "\": " + status.message());
            }
        }
        totals = totals.length == feasible.size() ? totals : new long[feasible.size()];
        Arrays.fill(totals, 0);
        List<Profile.WeightedScore> running = running(skipped);
        SignedScores.Attempt attempt = new SignedScores.Attempt(state, pod, snapshot, feasible);
        if (!explained) {
            running = signedScores.addSums(running, attempt, totals);
        }
        long[] reused = new long[running.isEmpty() ? 0 : totals.length];
        List<PluginScores> byPlugin = new ArrayList<>(0);
        for (Profile.WeightedScore weighted : running) {
            ScorePlugin plugin = weighted.plugin();
            long[] points = explained ? new long[totals.length] : reused;
            signedScores.score(plugin, attempt, points);
            long[] raw = explained ? points.clone() : points;
            plugin.normalize(state, pod, feasible, points);
            long weight = weighted.weight();
            for (int i = 0; i < points.length; i++) {
                if (points[i] < 0 || points[i] > ScorePlugin.MAX_NODE_SCORE) {
                    return failed("applying score defaultWeights on Score plugins: plugin \"" + plugin.name()
                            + "\" returns an invalid score " + points[i] + ", it should in the range of [0, 100] after"
                            + " normalizing");
                }
                totals[i] += weight * points[i];
            }
            if (explained) {
                byPlugin.add(new PluginScores(plugin.name(), weight, raw, points));
            }
        }
        return new Scores(totals, byPlugin, null);
    }

    private List<Profile.WeightedScore> running(Set<String> skipped) {
        if (skipped.isEmpty()) {
            return profile.scores();
        }
        List<Profile.WeightedScore> running = new ArrayList<>(profile.scores().size());
        for (Profile.WeightedScore each : profile.scores()) {
            if (!skipped.contains(each.plugin().name())) {
                running.add(each);
            }
        }
        return running;
    }

    private static Scores failed(String error) {
        return new Scores(new long[0], List.of(), error);
    }
}
