package dev.wavetank.properties.explore;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.client.CommandsTrue;
import dev.wavetank.properties.invariant.client.EventsCounted;
import dev.wavetank.properties.invariant.client.EventsLimited;
import dev.wavetank.properties.invariant.client.EventsRecorded;
import dev.wavetank.properties.invariant.client.GivenUpLate;
import dev.wavetank.properties.invariant.client.RefusalsBackOff;
import dev.wavetank.properties.invariant.client.RequestsLimited;
import dev.wavetank.properties.invariant.client.WatchesBackOff;
import dev.wavetank.properties.invariant.client.WatchesTell;
import dev.wavetank.properties.invariant.container.EvictedInRank;
import dev.wavetank.properties.invariant.network.EndingPodsLetGo;
import dev.wavetank.properties.invariant.network.RulesMatchEndpoints;
import dev.wavetank.properties.invariant.node.ReportsMatchContainers;
import dev.wavetank.properties.invariant.node.ResizesSettle;
import dev.wavetank.properties.invariant.server.DefaultsGiven;
import dev.wavetank.properties.invariant.server.DryRunsWriteNothing;
import dev.wavetank.properties.invariant.server.SubresourcesApart;
import dev.wavetank.properties.invariant.server.ValuesInBounds;
import dev.wavetank.properties.invariant.workload.EndpointsLetGo;
import java.util.List;

/** The invariants of clients, and of what they are given and write. */
final class ClientInvariants {

    private ClientInvariants() {}

    /** All of them, new for one run of a cluster. */
    static List<Invariant> all(ClusterSpec cluster, RunContext run) {
        return List.of(
                new DefaultsGiven(),
                new ValuesInBounds(),
                new SubresourcesApart(),
                new DryRunsWriteNothing(),
                new RequestsLimited(cluster),
                new GivenUpLate(),
                new RefusalsBackOff(cluster, run.lag()),
                new WatchesBackOff(),
                new EventsCounted(cluster),
                new EventsLimited(),
                new EventsRecorded(cluster),
                new CommandsTrue(cluster.profile(), run.asked(), run.commands()),
                new WatchesTell(Delays.of(cluster), run.asked(), run.commands()),
                new EndpointsLetGo(run.lag()),
                new EndingPodsLetGo(cluster, run.lag()),
                new RulesMatchEndpoints(cluster, run.lag(), run.network()),
                new ReportsMatchContainers(run.lag()),
                new ResizesSettle(run.lag()),
                new EvictedInRank(cluster, run.lag()));
    }
}
