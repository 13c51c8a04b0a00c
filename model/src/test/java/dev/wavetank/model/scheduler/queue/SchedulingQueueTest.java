package dev.wavetank.model.scheduler.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.model.kubelet.TestCluster;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.plugin.PrioritySort;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.trace.Trace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SchedulingQueueTest {

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final List<Double> attempts = new ArrayList<>();
    private SchedulingQueue queue;

    private void start(KubernetesVersion version, Runnable whenActive) {
        long limit = version.has(Feature.LONG_UNSCHEDULABLE_LIMIT) ? 300 : 60;
        QueueSettings settings = new QueueSettings(
                new Backoff(VirtualTime.SECOND, 10 * VirtualTime.SECOND), limit * VirtualTime.SECOND, version);
        Components components = new Components(simulation);
        components.add(
                "kube-scheduler",
                context -> () -> queue = new SchedulingQueue(
                        context,
                        settings,
                        new SchedulingQueue.Parts(
                                new PrioritySort(),
                                pod -> !pod.pod().metadata().name().startsWith("gated"),
                                new Wakeups(version, new TreeMap<>(), namespace -> new TreeMap<>()),
                                new Nominator(),
                                whenActive)));
        components.startAll();
        simulation.run(RunLimits.until(0));
    }

    /** Tries the pod at once whenever it is active, in vain. */
    private void tryInVain() {
        simulation.schedule(0, EventClass.WORK, () -> {
            QueuedPod pod = queue.pop();
            attempts.add(simulation.now() / 1e9);
            queue.putBack(pod, pod.pod().pod(), new TreeSet<>(Set.of("NodeResourcesFit")));
        });
    }

    private static Pod pod(String name, Integer priority) {
        Pod pod = TestCluster.pod(name, null);
        return pod.withMetadata(pod.metadata().withUid(name))
                .withSpec(pod.spec().withPriority(priority));
    }

    private static Pod refused(Pod pod, String message) {
        Pod.Condition condition =
                new Pod.Condition("PodScheduled", "False", null, Instant.EPOCH, "Unschedulable", message);
        return pod.withStatus(PodStatusBuilder.builder()
                .phase("Pending")
                .conditions(List.of(condition))
                .build());
    }

    private void runFor(long seconds) {
        simulation.run(RunLimits.until(simulation.now() + seconds * VirtualTime.SECOND));
    }

    private void changeClusterEvery(long nanos) {
        simulation.schedule(nanos, EventClass.DAEMON, () -> {
            queue.occurred(new ClusterEvent.Occurrence(QueueEvents.NODE_LABEL_CHANGE, null, null));
            changeClusterEvery(nanos);
        });
    }

    @Test
    void backs_off_one_to_ten_seconds_while_the_cluster_changes_all_the_time() {
        start(KubernetesVersion.V1_32, this::tryInVain);
        queue.add(pod("web", null));
        changeClusterEvery(250 * VirtualTime.MILLISECOND);
        runFor(46);
        assertThat(attempts).containsExactly(0.0, 1.0, 3.0, 7.0, 15.0, 25.0, 35.0, 45.0);
    }

    @Test
    void in_1_20_the_pods_own_status_patch_brings_it_back_without_back_off() {
        start(KubernetesVersion.V1_20, this::tryInVain);
        queue.add(pod("web", null));
        simulation.schedule(
                8 * VirtualTime.MILLISECOND,
                EventClass.WORK,
                () -> queue.update(pod("web", null), refused(pod("web", null), "no room")));
        changeClusterEvery(250 * VirtualTime.MILLISECOND);
        runFor(27);
        // The recording has 0.005, 0.014, 2.74, 6.75, 14.75, 24.76: the phase of its one-second flush is another one.
        assertThat(attempts).containsExactly(0.0, 0.008, 3.0, 7.0, 15.0, 25.0);
    }

    @Test
    void in_1_20_only_a_patch_that_adds_or_removes_a_field_brings_it_back() {
        start(KubernetesVersion.V1_20, this::tryInVain);
        Pod refused = refused(pod("web", null), "no room");
        Pod otherwise = refused(pod("web", null), "no port");
        queue.add(refused);
        at(VirtualTime.SECOND, () -> queue.update(refused, otherwise));
        Pod nominated = otherwise.withStatus(otherwise.status().withNominatedNodeName("node-1"));
        at(2 * VirtualTime.SECOND, () -> queue.update(otherwise, nominated));
        at(3 * VirtualTime.SECOND, () -> queue.update(nominated, otherwise));
        runFor(20);
        assertThat(attempts).containsExactly(0.0, 2.0, 3.0);
    }

    @Test
    void without_changes_a_pod_is_tried_again_after_a_minute_in_1_20() {
        start(KubernetesVersion.V1_20, this::tryInVain);
        simulation.schedule(VirtualTime.SECOND, EventClass.WORK, () -> queue.add(pod("web", null)));
        runFor(200);
        assertThat(attempts).containsExactly(1.0, 90.003, 150.005);
    }

    /** Recorded: 0.008, 0.014, 20.014, 20.023, then both at 89.09 and at 149.09; the queue began 0.9 s before zero. */
    @Test
    void flushes_come_when_they_came_in_the_recording() {
        start(KubernetesVersion.V1_20, this::tryInVain);
        long zero = 900 * VirtualTime.MILLISECOND;
        at(zero + 8 * VirtualTime.MILLISECOND, () -> queue.add(pod("y-1", null)));
        at(
                zero + 14 * VirtualTime.MILLISECOND,
                () -> queue.update(pod("y-1", null), refused(pod("y-1", null), "no room")));
        at(zero + 20_014 * VirtualTime.MILLISECOND, () -> queue.add(pod("y-2", null)));
        at(
                zero + 20_023 * VirtualTime.MILLISECOND,
                () -> queue.update(pod("y-2", null), refused(pod("y-2", null), "no room")));
        runFor(165);
        List<Long> rounded =
                attempts.stream().map(each -> Math.round(each * 10 - 9)).toList();
        assertThat(rounded).containsExactly(0L, 0L, 200L, 200L, 891L, 891L, 1491L, 1491L);
    }

    private void at(long nanos, Runnable action) {
        simulation.schedule(nanos, EventClass.WORK, action::run);
    }

    @Test
    void without_changes_a_pod_is_tried_again_after_five_minutes_in_1_32() {
        start(KubernetesVersion.V1_32, this::tryInVain);
        simulation.schedule(VirtualTime.SECOND, EventClass.WORK, () -> queue.add(pod("web", null)));
        runFor(700);
        assertThat(attempts).containsExactly(1.0, 330.011, 630.021);
    }

    @Test
    void before_1_11_a_pod_comes_back_after_its_own_back_off_whatever_happens() {
        start(KubernetesVersion.V1_8, this::tryInVain);
        queue.add(pod("web", null));
        changeClusterEvery(250 * VirtualTime.MILLISECOND);
        runFor(30);
        assertThat(attempts).containsExactly(0.0, 1.0, 3.0, 7.0, 15.0, 25.0);
    }

    @Test
    void a_change_during_an_attempt_is_not_lost() {
        for (KubernetesVersion version : List.of(KubernetesVersion.V1_20, KubernetesVersion.V1_32)) {
            SchedulingQueueTest fresh = new SchedulingQueueTest();
            fresh.start(version, () -> {});
            fresh.queue.add(pod("web", null));
            QueuedPod taken = fresh.queue.pop();
            fresh.queue.occurred(new ClusterEvent.Occurrence(QueueEvents.NODE_ADD, null, null));
            fresh.queue.putBack(taken, taken.pod().pod(), new TreeSet<>(Set.of("NodeResourcesFit")));
            fresh.runFor(2);
            assertThat(fresh.queue.hasActive()).as(version.toString()).isTrue();
        }
    }

    @Test
    void a_gated_pod_is_not_active_until_its_gate_is_gone() {
        start(KubernetesVersion.DEFAULT, () -> {});
        Pod gated = pod("gated", null);
        queue.add(gated);
        queue.occurred(new ClusterEvent.Occurrence(QueueEvents.NODE_ADD, null, null));
        runFor(400);
        assertThat(queue.hasActive()).isFalse();
        Pod free = gated.withMetadata(gated.metadata().withName("free"));
        queue.update(gated, free);
        assertThat(queue.hasActive()).isTrue();
    }

    @Test
    void a_run_waits_for_the_next_attempt_of_an_unschedulable_pod() {
        start(KubernetesVersion.DEFAULT, this::tryInVain);
        queue.add(pod("web", null));
        runFor(1);
        assertThat(simulation.isQuiescent()).isFalse();

        queue.remove(pod("web", null).uid());
        assertThat(simulation.isQuiescent()).isTrue();
    }

    @Test
    void higher_priority_comes_first_then_the_older_pod() {
        start(KubernetesVersion.DEFAULT, () -> {});
        queue.add(pod("first", null));
        queue.add(pod("second", 0));
        queue.add(pod("important", 100));
        List<String> order = new ArrayList<>();
        while (queue.hasActive()) {
            order.add(queue.pop().uid());
        }
        assertThat(order).containsExactly("important", "first", "second");
    }
}
