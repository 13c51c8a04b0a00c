package dev.wavetank.model.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.TestCluster;
import dev.wavetank.model.scheduler.plugin.PodDemand;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchedulingQueueTest {

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final List<Double> attempts = new ArrayList<>();
    private SchedulingQueue queue;

    private void start(SchedulerSettings settings, Runnable whenActive) {
        Components components = new Components(simulation);
        components.add("kube-scheduler", context -> () -> queue = new SchedulingQueue(context, settings, whenActive));
        components.startAll();
    }

    /** Tries the pod at once whenever it is active, in vain. */
    private void tryInVain() {
        simulation.schedule(0, EventClass.WORK, () -> {
            QueuedPod pod = queue.pop();
            attempts.add(simulation.now() / 1e9);
            queue.putBackUnschedulable(pod);
        });
    }

    private static PodDemand demand(String name, Integer priority) {
        Pod pod = TestCluster.pod(name, null);
        return PodDemand.of(pod.withMetadata(pod.metadata().withUid(name))
                .withSpec(pod.spec().withPriority(priority)));
    }

    private void runFor(long seconds) {
        simulation.run(RunLimits.until(simulation.now() + seconds * VirtualTime.SECOND));
    }

    private void changeClusterEvery(long nanos) {
        simulation.schedule(nanos, EventClass.DAEMON, () -> {
            queue.clusterChanged();
            changeClusterEvery(nanos);
        });
    }

    @Test
    void backs_off_one_to_ten_seconds_while_the_cluster_changes_all_the_time() {
        start(SchedulerSettings.DEFAULT, this::tryInVain);
        queue.add(demand("web", null));
        changeClusterEvery(250 * VirtualTime.MILLISECOND);
        runFor(46);
        assertThat(attempts).containsExactly(0.0, 1.0, 3.0, 7.0, 15.0, 25.0, 35.0, 45.0);
    }

    @Test
    void in_1_20_the_pods_own_status_patch_brings_it_back_without_back_off() {
        start(SchedulerSettings.of(KubernetesVersion.V1_20), this::tryInVain);
        queue.add(demand("web", null));
        simulation.schedule(8 * VirtualTime.MILLISECOND, EventClass.WORK, () -> queue.update(demand("web", null)));
        changeClusterEvery(250 * VirtualTime.MILLISECOND);
        runFor(27);
        // The recording has 0.005, 0.014, 2.74, 6.75, 14.75, 24.76: the phase of its one-second flush is another one.
        assertThat(attempts).containsExactly(0.0, 0.008, 3.0, 7.0, 15.0, 25.0);
    }

    @Test
    void without_changes_a_pod_is_tried_again_after_a_minute() {
        start(SchedulerSettings.DEFAULT, this::tryInVain);
        simulation.schedule(VirtualTime.SECOND, EventClass.WORK, () -> queue.add(demand("web", null)));
        runFor(200);
        assertThat(attempts).containsExactly(1.0, 90.0, 180.0);
    }

    @Test
    void a_run_waits_for_the_next_attempt_of_an_unschedulable_pod() {
        start(SchedulerSettings.DEFAULT, this::tryInVain);
        queue.add(demand("web", null));
        runFor(1);
        assertThat(simulation.isQuiescent()).isFalse();

        queue.remove(demand("web", null).pod().uid());
        assertThat(simulation.isQuiescent()).isTrue();
    }

    @Test
    void higher_priority_comes_first_then_the_older_pod() {
        start(SchedulerSettings.DEFAULT, () -> {});
        queue.add(demand("first", null));
        queue.add(demand("second", 0));
        queue.add(demand("important", 100));
        List<String> order = new ArrayList<>();
        while (queue.hasActive()) {
            order.add(queue.pop().uid());
        }
        assertThat(order).containsExactly("important", "first", "second");
    }
}
