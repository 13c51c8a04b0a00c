package dev.wavetank.model.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class WorkQueueProperties {

    private final Simulation simulation = new Simulation(1, new OrderPolicy.Fifo(), new Trace());
    private Context context;

    private int queues;

    WorkQueueProperties() {
        Components components = new Components(simulation);
        components.add("controller", given -> {
            context = given;
            return () -> {};
        });
        components.startAll();
    }

    @Property(tries = 200)
    void no_key_is_worked_on_twice_at_a_time_and_none_is_lost(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int workers) {
        RandomStream random = RandomStream.of(seed, "test");
        Map<String, Integer> running = new LinkedHashMap<>();
        Map<String, Long> lastStart = new LinkedHashMap<>();
        Map<String, Long> lastAdd = new LinkedHashMap<>();
        int[] most = {0};
        WorkQueue<String> queue = new WorkQueue<>(context, "queue/" + ++queues, workers, WorkQueue.UNLIMITED, key -> {
            assertThat(running.merge(key, 1, Integer::sum)).isEqualTo(1);
            most[0] = Math.max(most[0], running.size());
            lastStart.put(key, simulation.now());
            Completion<SyncResult> result = new Completion<>();
            context.after(random.nextLong(20), () -> {
                running.remove(key);
                result.complete(random.nextInt(10) > 0 ? SyncResult.DONE : SyncResult.retry("test"));
            });
            return result;
        });
        queue.start();
        for (int i = 0; i < 100; i++) {
            String key = "key-" + random.nextInt(5);
            context.after(random.nextLong(300), () -> {
                lastAdd.put(key, simulation.now());
                queue.add(key);
            });
        }

        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(running).isEmpty();
        assertThat(most[0]).isLessThanOrEqualTo(workers);
        lastAdd.forEach((key, added) -> assertThat(lastStart.get(key)).isGreaterThanOrEqualTo(added));
    }

    @Example
    void a_failing_key_comes_back_after_5_ms_doubled_each_time_up_to_1000_s() {
        List<Long> starts = new ArrayList<>();
        WorkQueue<String> queue = new WorkQueue<>(context, "queue", 1, 20, key -> {
            starts.add(simulation.now());
            return Completion.of(SyncResult.retry("test"));
        });
        queue.start();
        queue.add("key");

        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(starts).hasSize(21);
        for (int i = 1; i < starts.size(); i++) {
            long expected = Math.min(1000 * VirtualTime.SECOND, 5 * VirtualTime.MILLISECOND << (i - 1));
            assertThat(starts.get(i) - starts.get(i - 1)).isEqualTo(expected);
        }
    }

    @Example
    void success_makes_the_back_off_start_anew() {
        int[] calls = {0};
        WorkQueue<String> queue = new WorkQueue<>(
                context,
                "queue",
                1,
                WorkQueue.UNLIMITED,
                key -> Completion.of(++calls[0] == 3 ? SyncResult.DONE : SyncResult.retry("test")));
        queue.start();
        queue.add("key");
        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(calls[0]).isEqualTo(3);
        assertThat(queue.failures("key")).isZero();
    }

    @Example
    void a_key_that_is_due_at_a_known_time_comes_back_then_and_its_back_off_starts_anew() {
        List<Long> starts = new ArrayList<>();
        WorkQueue<String> queue = new WorkQueue<>(context, "queue", 1, WorkQueue.UNLIMITED, key -> {
            starts.add(simulation.now());
            return Completion.of(
                    switch (starts.size()) {
                        case 1 -> SyncResult.retry("test");
                        case 2 -> new SyncResult.RetryAfter(VirtualTime.MINUTE);
                        default -> SyncResult.DONE;
                    });
        });
        queue.start();
        queue.add("key");
        simulation.run(RunLimits.until(VirtualTime.SECOND));

        assertThat(queue.failures("key")).isZero();

        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(starts)
                .containsExactly(0L, 5 * VirtualTime.MILLISECOND, 5 * VirtualTime.MILLISECOND + VirtualTime.MINUTE);
    }

    @Example
    void more_than_a_hundred_retries_at_once_are_spread_to_ten_a_second() {
        List<Long> starts = new ArrayList<>();
        WorkQueue<Integer> queue = new WorkQueue<>(context, "queue", 1, WorkQueue.UNLIMITED, key -> {
            starts.add(simulation.now());
            return Completion.of(SyncResult.DONE);
        });
        queue.start();
        for (int i = 0; i < 110; i++) {
            queue.addRateLimited(i);
        }
        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(starts.get(99)).isEqualTo(5 * VirtualTime.MILLISECOND);
        assertThat(starts.get(109)).isEqualTo(VirtualTime.SECOND);
    }

    @Example
    void of_several_delays_of_a_key_the_earliest_counts() {
        List<Long> starts = new ArrayList<>();
        WorkQueue<String> queue = new WorkQueue<>(context, "queue", 1, WorkQueue.UNLIMITED, key -> {
            starts.add(simulation.now());
            return Completion.of(SyncResult.DONE);
        });
        queue.start();
        queue.addAfter("key", 30);
        queue.addAfter("key", 10);
        queue.addAfter("key", 20);
        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(starts).containsExactly(10L);
    }
}
