package dev.wavetank.model.scheduler.framework;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How a scheduler places the pods that name it: plug-ins by extension point, in the order in which they run
 * ({@code KubeSchedulerProfile}).
 *
 * @param schedulerName {@code spec.schedulerName} of its pods
 * @param queueSort orders waiting pods; the same in all profiles of one scheduler
 * @param preEnqueues refuse pods a place in the active queue
 * @param preFilters run before the filters
 * @param filters exclude nodes
 * @param postFilters run when no node is feasible
 * @param preScores run before the scores
 * @param scores rank nodes
 * @param reserves keep room
 * @param permits approve, delay or prevent bindings
 * @param preBinds run before the binding
 * @param binds bind; the first that does not skip
 * @param postBinds are informed of the binding
 * @param extenders other programs that filter, score or bind
 * @param search how nodes are searched and one of equals is chosen
 */
public record Profile(
        String schedulerName,
        QueueSortPlugin queueSort,
        List<PreEnqueuePlugin> preEnqueues,
        List<PreFilterPlugin> preFilters,
        List<FilterPlugin> filters,
        List<PostFilterPlugin> postFilters,
        List<PreScorePlugin> preScores,
        List<WeightedScore> scores,
        List<ReservePlugin> reserves,
        List<PermitPlugin> permits,
        List<PreBindPlugin> preBinds,
        List<BindPlugin> binds,
        List<PostBindPlugin> postBinds,
        List<Extender> extenders,
        Search search) {

    /**
     * A score and its weight.
     *
     * @param plugin the score
     * @param weight factor of its normalised points, from 1
     */
    public record WeightedScore(ScorePlugin plugin, long weight) {}

    /**
     * How nodes are searched.
     *
     * @param percentageOfNodesToScore end of the search, in per cent of the nodes; 0: adaptive
     * @param checksAllFilters whether a node is asked for all reasons against it ({@code alwaysCheckAllPredicates})
     */
    public record Search(int percentageOfNodesToScore, boolean checksAllFilters) {

        /** Adaptive; the first reason counts. */
        public static final Search DEFAULT = new Search(0, false);
    }

    /**
     * A profile in which every plug-in runs at each extension point that it has.
     *
     * @param plugins one queue sort, one or more that bind, and any others, in their order
     * @param weights of scores by name; 1 for those that are absent
     */
    public static Profile of(String schedulerName, List<Plugin> plugins, Map<String, Long> weights) {
        return of(schedulerName, plugins, weights, Search.DEFAULT);
    }

    /**
     * A profile in which every plug-in runs at each extension point that it has.
     *
     * @param plugins one queue sort, one or more that bind, and any others, in their order
     * @param weights of scores by name; 1 for those that are absent
     * @param search how nodes are searched
     */
    public static Profile of(String schedulerName, List<Plugin> plugins, Map<String, Long> weights, Search search) {
        List<WeightedScore> scores = new ArrayList<>();
        for (ScorePlugin score : those(plugins, ScorePlugin.class)) {
            scores.add(new WeightedScore(score, weights.getOrDefault(score.name(), 1L)));
        }
        List<QueueSortPlugin> sorts = those(plugins, QueueSortPlugin.class);
        if (sorts.size() != 1) {
            throw new IllegalArgumentException(
                    "one queue sort plugin required for profile with scheduler name \"" + schedulerName + "\"");
        }
        return new Profile(
                schedulerName,
                sorts.get(0),
                those(plugins, PreEnqueuePlugin.class),
                those(plugins, PreFilterPlugin.class),
                those(plugins, FilterPlugin.class),
                those(plugins, PostFilterPlugin.class),
                those(plugins, PreScorePlugin.class),
                scores,
                those(plugins, ReservePlugin.class),
                those(plugins, PermitPlugin.class),
                those(plugins, PreBindPlugin.class),
                those(plugins, BindPlugin.class),
                those(plugins, PostBindPlugin.class),
                List.of(),
                search);
    }

    private static <T> List<T> those(List<Plugin> plugins, Class<T> point) {
        return plugins.stream().filter(point::isInstance).map(point::cast).toList();
    }
}
