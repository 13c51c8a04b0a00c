package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.ModelFault;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Namespaces are closed and opened for new pods, whatever becomes of single requests. */
class AdministratorTest {

    private final List<String> quotas = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();

    @Test
    void a_namespace_is_open_again_though_its_quota_was_stored_after_the_fault() {
        run(FaultPlan.of(
                FaultClause.at(30 * VirtualTime.SECOND, VirtualTime.SECOND, new ModelFault.QuotaRejection("default")),
                // The creation is on its way when etcd stops; it is carried out after the server gave it up, at the
                // same
                // time as the request that follows it is answered.
                FaultClause.at(
                        30 * VirtualTime.SECOND,
                        10 * VirtualTime.SECOND,
                        new ComponentFault.Pause(ComponentNames.ETCD))));

        assertThat(requests).first().isEqualTo("create 500");
        assertThat(quotas).isNotEmpty().last().isEqualTo("store.deleted");
    }

    @Test
    void without_other_faults_one_request_closes_and_one_opens() {
        run(FaultPlan.of(
                FaultClause.at(30 * VirtualTime.SECOND, VirtualTime.SECOND, new ModelFault.QuotaRejection("default"))));

        assertThat(requests).containsExactly("create 201", "delete 200");
        assertThat(quotas).first().isEqualTo("store.added");
        assertThat(quotas).last().isEqualTo("store.deleted");
    }

    private void run(FaultPlan faults) {
        Scenario scenario = new Scenario(
                "closed", ClusterSpec.DEFAULT, List.of(), new TreeMap<>(), faults, 10 * VirtualTime.MINUTE);
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(this::observe);
        cluster.run(RunLimits.until(scenario.horizon()));
    }

    private void observe(TraceEntry entry) {
        if (entry.record() instanceof StoreTrace change && change.resource().equals(Resources.RESOURCE_QUOTAS)) {
            quotas.add(change.type());
        } else if (entry.record() instanceof RequestTrace request
                && request.actor("").equals(Administrator.NAME)) {
            requests.add(request.verb() + " " + request.response().code());
        }
    }
}
