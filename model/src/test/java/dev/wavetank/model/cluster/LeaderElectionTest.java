package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.leaderelection.ElectionRecord;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.StopReason;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ClockSkew;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LeaderElectionTest {

    private static final long SECOND = VirtualTime.SECOND;
    private static final List<String> CREATE_ONE = List.of("create", "deployment", "web", "--image=nginx");
    private static final List<String> CREATE = List.of("create", "deployment", "web", "--image=nginx", "--replicas=6");

    private final MemorySink trace = new MemorySink();

    /** A change of the lease: when, who held it then, and how often it had changed hands. */
    private record Held(long at, String holder, int transitions) {}

    private static ClusterSpec of(KubernetesVersion profile, String... settings) {
        TreeMap<String, String> values = new TreeMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            values.put(settings[i], settings[i + 1]);
        }
        return new ClusterSpec(3, ClusterSpec.DEFAULT.nodeCapacity(), profile, values);
    }

    private static ClusterSpec managers(int count) {
        return of(KubernetesVersion.V1_32, "kube-controller-manager.count", String.valueOf(count));
    }

    private StopReason run(ClusterSpec spec, RunLimits limits, FaultClause... faults) {
        Scenario scenario = Scenario.ofCommand(
                        spec, spec.profile().has(Feature.KUBECTL_CREATE_DEPLOYMENT_SIZE) ? CREATE : CREATE_ONE)
                .withFaults(new FaultPlan(List.of(faults)));
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(trace);
        return cluster.run(limits);
    }

    private static RunLimits until(long seconds) {
        return RunLimits.until(seconds * SECOND);
    }

    private static FaultClause between(long from, long to, Fault fault) {
        return FaultClause.at(from * SECOND, (to - from) * SECOND, fault);
    }

    private List<Held> changesOf(String lease) {
        List<Held> changes = new ArrayList<>();
        for (TraceEntry entry : trace.entries()) {
            if (entry.record() instanceof StoreTrace commit
                    && commit.object().metadata().name().equals(lease)
                    && ElectionRecord.of(commit.object()).isPresent()) {
                Lease.Spec spec = ElectionRecord.of(commit.object()).get();
                String holder = spec.holderIdentity();
                changes.add(new Held(entry.time(), holder.substring(0, holder.indexOf('_')), spec.leaseTransitions()));
            }
        }
        return changes;
    }

    private List<Held> managerLease() {
        return changesOf("kube-controller-manager");
    }

    /** When the lease went to another holder, at its so many-th transition. */
    private long takenOverAt(int transition) {
        return managerLease().stream()
                .filter(held -> held.transitions() == transition)
                .findFirst()
                .orElseThrow()
                .at();
    }

    private long lastRenewalBefore(long instant) {
        return managerLease().stream()
                .mapToLong(Held::at)
                .filter(at -> at < instant)
                .max()
                .orElseThrow();
    }

    private List<Long> exitsOf(String component) {
        return trace.entries().stream()
                .filter(entry ->
                        entry.component().equals(component) && entry.record() instanceof ComponentTrace.Crashed)
                .map(TraceEntry::time)
                .toList();
    }

    private Set<String> readyPods() {
        Set<String> ready = new LinkedHashSet<>();
        for (TraceEntry entry : trace.entries()) {
            if (entry.record() instanceof StoreTrace commit && commit.object() instanceof Pod pod && pod.isReady()) {
                ready.add(pod.metadata().name());
            }
        }
        return ready;
    }

    private String leader() {
        return managerLease().get(0).holder();
    }

    private String other(String name) {
        return name.endsWith("0") ? "kube-controller-manager-1" : "kube-controller-manager-0";
    }

    @Test
    void the_first_candidate_leads_at_once_and_renews_every_two_seconds() {
        run(managers(1), until(21));

        List<Held> changes = managerLease();
        assertThat(changes).extracting(Held::transitions).containsOnly(0);
        // It holds the lease when the run begins: the renewal that follows at once has nothing to change yet.
        assertThat(changes.get(0).at()).isZero();
        for (int i = 1; i < changes.size(); i++) {
            assertThat(changes.get(i).at() - changes.get(i - 1).at()).isBetween(2 * SECOND, 2 * SECOND + SECOND / 20);
        }
        assertThat(changes).hasSizeGreaterThan(9);
    }

    @Test
    void only_the_leader_builds_its_controllers() {
        List<String> built = new ArrayList<>();
        ClusterParts parts = ClusterParts.DEFAULT.withController("probe", environment -> {
            built.add(environment.context().name());
            return () -> {};
        });
        Cluster cluster = Cluster.of(Scenario.ofCommand(managers(3), CREATE), 1, parts);
        cluster.simulation().trace().addSink(trace);
        cluster.run(until(30));

        assertThat(built).containsExactly(leader());
        assertThat(readyPods()).hasSize(6);
        assertThat(managerLease()).extracting(Held::transitions).containsOnly(0);
    }

    @Test
    void a_manager_that_stands_by_takes_over_when_the_lease_of_a_dead_leader_has_run_out() {
        run(managers(2), until(1));
        String dead = leader();
        LeaderElectionTest again = new LeaderElectionTest();
        again.run(managers(2), until(60), between(1, 600, new ComponentFault.Crash(dead)));

        long takenOver = again.takenOverAt(1);
        long renewed = again.lastRenewalBefore(takenOver);
        // It sees the renewal up to 4.4 s late, and looks again up to 4.4 s after the lease has run out.
        assertThat(takenOver - renewed).isBetween(15 * SECOND, 24 * SECOND);
        assertThat(again.managerLease()).last().extracting(Held::holder).isEqualTo(other(dead));
        assertThat(again.readyPods()).hasSize(6);
    }

    @Test
    void a_manager_that_crashed_waits_for_its_own_lease_to_run_out() {
        run(managers(1), until(60), between(1, 2, new ComponentFault.Crash("kube-controller-manager")));

        assertThat(takenOverAt(1)).isBetween(17 * SECOND, 2 * SECOND + 20 * SECOND);
        assertThat(readyPods()).hasSize(6);
    }

    /** Pods that were stored and not removed. */
    private Set<String> podsLeft() {
        Set<String> left = new LinkedHashSet<>();
        for (TraceEntry entry : trace.entries()) {
            if (entry.record() instanceof StoreTrace commit && commit.object() instanceof Pod pod) {
                left.add(pod.uid());
                if (commit.change() == WatchEvent.Type.DELETED || !pod.isActive()) {
                    left.remove(pod.uid());
                }
            }
        }
        return left;
    }

    @Test
    void whatever_the_leader_had_written_when_it_died_its_successor_ends_the_work() {
        run(managers(2), until(1));
        String dying = leader();
        List<Anchor> writes = new ArrayList<>();
        writes.add(new Anchor("deployment-controller", "create", "replicasets/*", 1));
        writes.add(new Anchor("deployment-controller", "update", "deployments/*", 1));
        writes.add(new Anchor("replicaset-controller", "update", "replicasets/*", 1));
        for (int created = 1; created <= 6; created++) {
            writes.add(new Anchor("replicaset-controller", "create", "pods/*", created));
        }
        for (Anchor write : writes) {
            LeaderElectionTest again = new LeaderElectionTest();
            again.run(
                    managers(2),
                    until(60),
                    new FaultClause(
                            new Trigger.After(write, 0, Trigger.After.DEFAULT_UNTIL),
                            600 * SECOND,
                            new ComponentFault.Crash(dying)));

            assertThat(again.exitsOf(dying)).as("crash after %s", write).hasSize(1);
            assertThat(again.takenOverAt(1)).as("takeover after %s", write).isLessThan(24 * SECOND);
            assertThat(again.podsLeft()).as("pods after %s", write).hasSize(6);
        }
    }

    @Test
    void a_leader_that_is_cut_off_ends_before_another_takes_over() {
        run(managers(2), until(1));
        String lonely = leader();
        LeaderElectionTest again = new LeaderElectionTest();
        again.run(
                managers(2),
                until(60),
                between(5, 40, new LinkFault.Partition(new LinkSelector(lonely, "kube-apiserver"))));

        long exit = again.exitsOf(lonely).get(0);
        long takenOver = again.takenOverAt(1);
        long renewed = again.lastRenewalBefore(takenOver);
        assertThat(exit - renewed).isBetween(10 * SECOND, 12 * SECOND + SECOND / 10);
        assertThat(exit).isLessThan(takenOver);
    }

    /** Nobody stops a paused process from going on: Kubernetes has no fencing. It learns of its loss by itself. */
    @Test
    void a_leader_that_was_paused_for_too_long_goes_on_for_the_renew_deadline_and_ends() {
        run(managers(2), until(1));
        String paused = leader();
        LeaderElectionTest again = new LeaderElectionTest();
        again.run(managers(2), until(90), between(5, 40, new ComponentFault.Pause(paused)));

        assertThat(again.takenOverAt(1)).isLessThan(40 * SECOND);
        assertThat(again.exitsOf(paused)).hasSize(1);
        assertThat(again.exitsOf(paused).get(0)).isBetween(49 * SECOND, 52 * SECOND);
        assertThat(again.managerLease()).extracting(Held::transitions).last().isEqualTo(1);
        assertThat(again.managerLease()).last().extracting(Held::holder).isEqualTo(other(paused));
    }

    @Test
    void a_pause_that_nobody_used_costs_nothing() {
        run(managers(1), until(90), between(5, 40, new ComponentFault.Pause("kube-controller-manager")));

        assertThat(exitsOf("kube-controller-manager")).isEmpty();
        assertThat(managerLease()).extracting(Held::transitions).containsOnly(0);
    }

    @Test
    void wrong_clocks_make_nobody_take_over() {
        for (long offset : List.of(-100 * SECOND, 100 * SECOND)) {
            LeaderElectionTest skewed = new LeaderElectionTest();
            skewed.run(
                    managers(2),
                    until(60),
                    between(
                            3,
                            50,
                            new ComponentFault.SkewedClock("kube-controller-manager-0", new ClockSkew(offset, 500))));
            assertThat(skewed.managerLease()).extracting(Held::transitions).containsOnly(0);
        }
    }

    @Test
    void of_several_schedulers_one_binds_and_another_takes_over() {
        ClusterSpec two = of(KubernetesVersion.V1_32, "kube-scheduler.count", "2");
        run(two, until(1));
        String dead = changesOf("kube-scheduler").get(0).holder();
        LeaderElectionTest again = new LeaderElectionTest();
        again.run(two, until(60), FaultClause.at(SECOND / 20, 600 * SECOND, new ComponentFault.Crash(dead)));

        assertThat(again.changesOf("kube-scheduler"))
                .extracting(Held::transitions)
                .contains(1);
        assertThat(again.readyPods()).hasSize(6);
    }

    @Test
    void leases_do_not_keep_a_run_from_coming_to_rest() {
        assertThat(run(managers(3), RunLimits.UNTIL_QUIESCENT)).isEqualTo(StopReason.QUIESCENT);
        assertThat(readyPods()).hasSize(6);
    }

    @Test
    void a_run_does_not_rest_while_a_lease_has_to_run_out() {
        FaultClause crash = FaultClause.at(SECOND / 2, SECOND, new ComponentFault.Crash("kube-controller-manager"));
        assertThat(run(managers(1), RunLimits.UNTIL_QUIESCENT, crash)).isEqualTo(StopReason.QUIESCENT);
        assertThat(managerLease()).extracting(Held::transitions).contains(1);
        assertThat(readyPods()).hasSize(6);
    }

    @Test
    void settings_that_would_make_two_leaders_are_refused() {
        assertThatThrownBy(() ->
                        run(of(KubernetesVersion.V1_32, "kube-scheduler.leader-elect-lease-duration", "5s"), until(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("kube-scheduler.leader-elect: the lease duration must be longer than the renew deadline"
                        + " and at least 1s, was 5s with a renew deadline of 10s");
        assertThatThrownBy(
                        () -> run(of(KubernetesVersion.V1_32, "kube-controller-manager.leader-elect", "yes"), until(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("kube-controller-manager.leader-elect must be true or false, was 'yes'");
    }

    /** The endpoints controller leaves the record alone, although no service has its name. */
    @ParameterizedTest
    @EnumSource(names = {"V1_8", "V1_18"})
    void a_manager_of_old_is_succeeded_over_endpoints(KubernetesVersion version) {
        run(
                of(version, "kube-controller-manager.count", "2"),
                until(120),
                between(30, 90, new ComponentFault.Crash("kube-controller-manager-0")),
                between(31, 91, new ComponentFault.Crash("kube-controller-manager-1")));

        assertThat(trace.entries())
                .filteredOn(entry -> entry.record() instanceof StoreTrace change
                        && change.type().equals("store.deleted")
                        && change.subject().startsWith("endpoints/kube-system/"))
                .isEmpty();
        assertThat(managerLease()).extracting(Held::transitions).contains(1);
        assertThat(managerLease())
                .last()
                .satisfies(held -> assertThat(held.at()).isGreaterThan(100 * SECOND));
    }

    /** The roles of a version permit its components to write the record where it keeps it. */
    @ParameterizedTest
    @EnumSource(names = {"V1_8", "V1_18", "V1_32"})
    void under_rbac_components_may_write_their_record(KubernetesVersion version) {
        run(of(version, "kube-apiserver.authorization-mode", "Node,RBAC"), until(30));

        assertThat(managerLease()).hasSizeGreaterThan(5);
        assertThat(changesOf("kube-scheduler")).hasSizeGreaterThan(5);
        assertThat(trace.entries())
                .anyMatch(entry ->
                        entry.record() instanceof Milestone milestone && milestone.point() == Milestone.Point.READY);
    }
}
