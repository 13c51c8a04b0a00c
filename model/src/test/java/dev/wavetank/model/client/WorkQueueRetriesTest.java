package dev.wavetank.model.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceEntry;
import org.junit.jupiter.api.Test;

class WorkQueueRetriesTest {

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final MemorySink trace = new MemorySink();
    private Context context;
    private int syncs;

    @Test
    void a_key_is_dropped_after_its_last_retry_and_the_trace_says_so() {
        run(3);

        assertThat(syncs).isEqualTo(4);
        assertThat(trace.entries())
                .extracting(TraceEntry::record)
                .contains(new GivenUpTrace("endpoint/1", "a", 4, "the cache is out of date"));
    }

    @Test
    void a_queue_that_never_retries_gives_nothing_up() {
        run(0);

        assertThat(syncs).isEqualTo(1);
        assertThat(trace.entries()).noneMatch(entry -> entry.record() instanceof GivenUpTrace);
    }

    private void run(int retries) {
        Components components = new Components(simulation);
        components.add("controller", given -> {
            context = given;
            return () -> {};
        });
        components.startAll();
        simulation.trace().addSink(trace);
        WorkQueue<String> queue = new WorkQueue<>(context, "endpoint/1", 1, retries, key -> {
            syncs++;
            return Completion.of(SyncResult.retry("the cache is out of date"));
        });
        queue.start();
        queue.add("a");
        simulation.run(RunLimits.UNTIL_QUIESCENT);
    }
}
