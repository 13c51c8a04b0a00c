package dev.wavetank.model.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkQueueCauseTest {

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final MemorySink trace = new MemorySink();
    private Context context;

    private record Did(String type, String key) implements TraceRecord {
        @Override
        public void describe(Fields out) {
            out.text("key", key);
        }
    }

    /** Two keys wait while a third is worked on; one of them was added twice, and the third again meanwhile. */
    @Test
    void work_follows_from_the_first_who_added_its_key() {
        Components components = new Components(simulation);
        components.add("controller", given -> {
            context = given;
            return () -> {};
        });
        components.startAll();
        simulation.trace().addSink(trace);
        WorkQueue<String> queue = new WorkQueue<>(context, "queue", 1, WorkQueue.UNLIMITED, this::work);
        queue.start();
        add(queue, 1, "a");
        add(queue, 2, "b");
        add(queue, 3, "c");
        add(queue, 4, "b");
        add(queue, 5, "a");
        simulation.run(RunLimits.UNTIL_QUIESCENT);

        Map<Long, String> causes = new LinkedHashMap<>();
        trace.entries().stream()
                .filter(entry -> entry.record().type().equals("worked"))
                .forEach(entry -> causes.put(entry.number(), causeOf(entry)));
        assertThat(causes.values()).containsExactly("a added at 1", "b added at 2", "c added at 3", "a added at 5");
    }

    private void add(WorkQueue<String> queue, long at, String key) {
        context.after(at, () -> {
            context.trace(new Did("added", key));
            queue.add(key);
        });
    }

    private Completion<SyncResult> work(String key) {
        context.trace(new Did("worked", key));
        Completion<SyncResult> done = new Completion<>();
        context.after(10, () -> done.complete(SyncResult.DONE));
        return done;
    }

    private String causeOf(TraceEntry entry) {
        return trace.entries().stream()
                .filter(earlier -> earlier.number() == entry.cause())
                .map(earlier ->
                        ((Did) earlier.record()).key() + " " + earlier.record().type() + " at " + earlier.time())
                .findFirst()
                .orElse("nothing");
    }
}
