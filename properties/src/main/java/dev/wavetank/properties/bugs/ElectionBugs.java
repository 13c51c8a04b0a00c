package dev.wavetank.properties.bugs;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.client.leaderelection.ElectionRules;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.controller.ControllerManager;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Bugs of leader elections, put into controller managers. */
final class ElectionBugs {

    private ElectionBugs() {}

    /** What each of them changes, by name. */
    static Map<String, UnaryOperator<ClusterParts>> changes() {
        Map<String, UnaryOperator<ClusterParts>> changes = new LinkedHashMap<>();
        changes.put(
                "stubborn-leader",
                parts -> parts.withControllerManager((context, network, config, controllers, exit) ->
                        new ControllerManager(context, network, config, controllers, () -> {})));
        changes.put("early-leader", electing(new LeadsUnheard()));
        changes.put("trusted-clocks", electing(new TrustsClocks()));
        return changes;
    }

    private static UnaryOperator<ClusterParts> electing(ElectionRules rules) {
        return parts -> parts.withControllerManager((context, network, config, controllers, exit) ->
                new ControllerManager(context, network, electing(config, rules), controllers, exit));
    }

    private static ControllerManager.Config electing(ControllerManager.Config right, ElectionRules rules) {
        return new ControllerManager.Config(
                right.name(),
                right.servers(),
                right.token(),
                right.tokens(),
                right.limit(),
                right.flags(),
                right.version(),
                right.election().map(timing -> timing.by(rules)),
                right.beginning(),
                right.storage());
    }

    /** Leads as soon as it has asked for the lease, also when another one was faster. */
    private static final class LeadsUnheard implements ElectionRules {

        @Override
        public boolean isTaken(ApiResponse response) {
            return response.isSuccess() || response.failedWith(StatusReason.CONFLICT);
        }
    }

    /** Compares the time at which another program says that it has renewed with its own clock. */
    private static final class TrustsClocks implements ElectionRules {

        @Override
        public boolean isHeld(Lease.Spec record, long unchanged, long duration, Instant clock) {
            return record.renewTime() != null
                    && clock.isBefore(record.renewTime().plusNanos(duration));
        }
    }
}
