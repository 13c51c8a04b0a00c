package dev.wavetank.properties.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.ResourceVersion;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodContainerStatusBuilder;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.liveness.Phase;
import dev.wavetank.sim.liveness.PhaseTrace;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NoLivelockTest {

    private static final ReplicaSet SET = Objects.replicaSet("web", 3);

    private Observation seen = new Observation(new NoLivelock(KubernetesVersion.DEFAULT));
    private long seconds;

    @Test
    void two_controllers_that_undo_each_others_work_fight() {
        seen.happened(new PhaseTrace.Begun(Phase.CONVERGE, 0));
        fight(12);

        assertThat(seen.broken)
                .first()
                .asString()
                .isEqualTo("replicasets/default/web: deployment-controller and scaler fight over"
                        + " replicasets/default/web: the same state 10 times within 18s");
    }

    @Test
    void a_fight_is_seen_although_pods_come_and_go_meanwhile() {
        seen.happened(new PhaseTrace.Begun(Phase.CONVERGE, 0));
        for (int round = 0; round < 12; round++) {
            fight(1);
            write("replicaset-controller", Resources.PODS, "", Objects.pod("web-" + round));
        }

        assertThat(seen.broken).isNotEmpty();
    }

    @Test
    void in_chaos_nothing_is_judged() {
        seen.happened(new PhaseTrace.Begun(Phase.CHAOS, 0));
        fight(12);

        assertThat(seen.broken).isEmpty();
    }

    @Test
    void a_container_that_crashes_for_ever_is_no_livelock() {
        seen.happened(new PhaseTrace.Begun(Phase.CONVERGE, 0));
        for (int restarts = 0; restarts < 30; restarts++) {
            write("kubelet/node-1", Resources.PODS, "status", crashing(restarts));
            write("replicaset-controller", Resources.REPLICA_SETS, "status", SET);
        }

        assertThat(seen.broken).isEmpty();
    }

    @Test
    void a_status_that_is_written_for_ever_is_one() {
        seen.happened(new PhaseTrace.Begun(Phase.CONVERGE, 0));
        for (int i = 0; i < 10; i++) {
            write("replicaset-controller", Resources.REPLICA_SETS, "status", SET);
        }

        assertThat(seen.broken).hasSize(1).first().asString().contains("again and again and changes nothing");
    }

    @Test
    void an_update_that_is_not_stored_because_it_changes_nothing_is_none() {
        KubernetesObject stored = SET.withMetadata(SET.metadata().withResourceVersion(ResourceVersion.of(7)));
        seen.happened(new PhaseTrace.Begun(Phase.CONVERGE, 0));
        for (int i = 0; i < 30; i++) {
            write("cronjob-controller", Resources.REPLICA_SETS, "status", stored);
        }
        assertThat(seen.broken).isEmpty();

        for (int version = 8; version < 18; version++) {
            String next = Integer.toString(version);
            write(
                    "cronjob-controller",
                    Resources.REPLICA_SETS,
                    "status",
                    SET.withMetadata(SET.metadata().withResourceVersion(ResourceVersion.of(next))));
        }
        assertThat(seen.broken).isNotEmpty();
    }

    @Test
    void a_job_whose_failures_are_collected_is_known_to_try_for_ever() {
        Observation old = judgeCollectedJob("v1.20");
        Observation tracked = judgeCollectedJob("v1.32");

        assertThat(old.broken).isEmpty();
        assertThat(old.known).isNotEmpty().first().asString().startsWith("kubernetes#111608");
        assertThat(tracked.broken).isNotEmpty();
    }

    private Observation judgeCollectedJob(String version) {
        seen = new Observation(new NoLivelock(KubernetesVersion.parse(version)));
        seen.happened(new PhaseTrace.Begun(Phase.CONVERGE, 0));
        for (int round = 0; round < 12; round++) {
            write("job-controller", Resources.PODS, "", Objects.pod("work"));
            write("pod-garbage-collector", Resources.PODS, "", Objects.finished(Objects.pod("work")));
        }
        return seen;
    }

    @Test
    void heartbeats_and_reports_are_no_state() {
        seen.happened(new PhaseTrace.Begun(Phase.CONVERGE, 0));
        for (int i = 0; i < 30; i++) {
            write("kubelet/node-1", Resources.NODES, "status", Objects.node("node-1", Map.of()));
            write("kube-scheduler", Resources.EVENTS, "", SET);
        }

        assertThat(seen.broken).isEmpty();
    }

    private void fight(int rounds) {
        for (int round = 0; round < rounds; round++) {
            write("scaler", Resources.REPLICA_SETS, "", SET.withSpec(SET.spec().withReplicas(1)));
            write("deployment-controller", Resources.REPLICA_SETS, "", SET);
        }
    }

    private void write(String actor, ResourceType resource, String subresource, KubernetesObject object) {
        ApiRequest request = new ApiRequest.Update(resource, subresource, object);
        seen.at(++seconds * VirtualTime.SECOND)
                .happened(new RequestTrace(
                        actor, new ApiCall(actor, actor, request), new ApiResponse.One(200, object), 0));
    }

    private static Pod crashing(int restarts) {
        return Objects.pod("web-1")
                .withStatus(PodStatusBuilder.builder()
                        .phase("Running")
                        .containerStatuses(List.of(PodContainerStatusBuilder.builder()
                                .restartCount(restarts)
                                .build()))
                        .build());
    }
}
