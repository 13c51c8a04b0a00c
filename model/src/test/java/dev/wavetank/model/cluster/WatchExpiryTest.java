package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.ReadTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultOutcome;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Watches that cannot go on where they ended: 410, and a new list. */
class WatchExpiryTest {

    private static final long FAULT = 5 * VirtualTime.SECOND;

    /** Makes a run with one fault, and keeps the lists of pods that controllers read after it began. */
    private static final class Lists implements TraceSink {

        private final List<String> lists = new ArrayList<>();
        private final Cluster cluster;

        private Lists(String profile, String fault) {
            this(profile, "delete pod -l app=web --wait=false", fault);
        }

        /** With another command at 5.5 s. */
        private Lists(String profile, String command, String fault) {
            Scenario scenario = ScenarioCodec.read("plan.yaml", """
                    cluster: {nodes: 2, profile: %s}
                    timeline:
                    - {at: 0s, kubectl: create deployment web --image=nginx}
                    - {at: 5500ms, kubectl: %s}
                    faults:
                    - %s
                    """.formatted(profile, command, fault));
            cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
            cluster.simulation().trace().addSink(this);
            cluster.run(RunLimits.until(60 * VirtualTime.SECOND));
        }

        @Override
        public boolean wantsDetails() {
            return true;
        }

        @Override
        public void accept(TraceEntry entry) {
            if (entry.time() >= FAULT
                    && entry.record() instanceof ReadTrace read
                    && read.verb().equals("list")
                    && read.call().subject().startsWith("pods/")
                    && read.call().origin().component().startsWith("kube-")) {
                lists.add(read.call().origin().component());
            }
        }

        private FaultOutcome fault() {
            return cluster.faults().get(0);
        }
    }

    @Test
    void a_client_whose_watch_expired_lists_again_in_every_version() {
        for (String profile : List.of("v1.17", "v1.18", "v1.32", "v1.34")) {
            Lists run = new Lists(
                    profile,
                    "{kind: watchExpiry, from: kube-controller-manager, to: kube-apiserver, object: 'pods/*', at: 5s,"
                            + " for: 10s}");

            assertThat(run.lists)
                    .as(profile)
                    .isNotEmpty()
                    .allMatch(component -> component.equals("kube-controller-manager"));
            assertThat(run.fault().state()).as(profile).isEqualTo(FaultOutcome.State.HIT);
        }
    }

    @Test
    void a_client_whose_watch_only_breaks_goes_on_from_where_it_was() {
        Lists run = new Lists(
                "v1.34",
                "{kind: streamBreak, from: kube-controller-manager, to: kube-apiserver, verb: watch, object: 'pods/*',"
                        + " at: 5s}");

        assertThat(run.lists).isEmpty();
        assertThat(run.fault().state()).isEqualTo(FaultOutcome.State.HIT);
    }

    /** Nothing happens to pods, so that the newest of them is older than the newest revision of all. */
    @Test
    void a_client_lists_once_and_goes_on_when_its_resource_is_quiet() {
        for (String profile : List.of("v1.8", "v1.17", "v1.32")) {
            for (String duration : List.of("0s", "10s")) {
                Lists run = new Lists(
                        profile,
                        "create configmap quiet",
                        "{kind: watchExpiry, object: 'pods/*', at: 5s, for: " + duration + "}");

                assertThat(run.lists)
                        .as(profile + " " + duration)
                        .contains("kube-scheduler")
                        .doesNotHaveDuplicates();
                assertThat(run.fault().state()).as(profile + " " + duration).isEqualTo(FaultOutcome.State.HIT);
            }
        }
    }

    @Test
    void an_expiry_of_another_resource_hits_no_watch_of_pods() {
        Lists run = new Lists(
                "v1.34",
                "{kind: watchExpiry, from: kube-controller-manager, to: kube-apiserver, object: 'secrets/*', at: 5s,"
                        + " for: 10s}");

        assertThat(run.lists).isEmpty();
    }

    @Test
    void clients_of_a_server_that_fell_behind_a_compaction_of_etcd_list_again() {
        String cut = "{kind: streamBreak, from: kube-apiserver, to: etcd, at: 5400ms}";
        String compaction = "{kind: etcdCompaction, at: 6s, for: 10s}";

        assertThat(new Lists("v1.34", cut).lists).isEmpty();
        assertThat(new Lists("v1.34", compaction).lists).isEmpty();
        assertThat(new Lists("v1.34", compaction).fault().state()).isEqualTo(FaultOutcome.State.HIT_NOTHING);
        Lists both = new Lists("v1.34", compaction + "\n- " + cut);
        assertThat(both.lists).contains("kube-controller-manager", "kube-scheduler");
        assertThat(both.fault().state()).isEqualTo(FaultOutcome.State.HIT);
    }
}
