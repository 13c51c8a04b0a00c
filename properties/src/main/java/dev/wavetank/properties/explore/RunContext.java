package dev.wavetank.properties.explore;

import dev.wavetank.model.client.cache.CachedObjects;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.cluster.PodNetworkView;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scheduler.SchedulerView;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Obstacles;
import dev.wavetank.properties.invariant.workload.CacheLag;
import java.util.List;
import java.util.function.Supplier;

/**
 * What the invariants of one run share. The obstacles and the lag observe every record before the invariants do.
 *
 * @param obstacles what invariants about liveness ask before they report a violation
 * @param lag how old the state may be that components act on
 * @param schedulers the memories of those that are at work
 * @param caches what informers have read
 * @param network the network of its pods
 * @param asked the words of all commands of users
 * @param commands the results of those that have ended
 */
record RunContext(
        Obstacles obstacles,
        CacheLag lag,
        Supplier<List<SchedulerView>> schedulers,
        Supplier<List<CachedObjects>> caches,
        Supplier<PodNetworkView> network,
        List<List<String>> asked,
        Supplier<List<CommandResult>> commands) {

    /** That of a run of this cluster, which was built as described. */
    static RunContext of(Scenario scenario, Cluster cluster) {
        ClusterSpec spec = scenario.cluster();
        return new RunContext(
                new Obstacles(spec),
                new CacheLag(Delays.of(spec)),
                cluster::schedulers,
                cluster::caches,
                cluster::podNetworkView,
                scenario.timeline().stream().map(Command::arguments).toList(),
                cluster::commandResults);
    }

    /** Without a run: nothing is there. */
    static RunContext none() {
        return new RunContext(
                new Obstacles(),
                new CacheLag(Delays.NONE),
                List::of,
                List::of,
                () -> PodNetworkView.NONE,
                List.of(),
                List::of);
    }
}
