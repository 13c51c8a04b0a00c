package dev.wavetank.model.kubelet.cri;

import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** The time that a runtime takes for its work. */
final class RuntimeWork {

    private final Context context;
    private final Processors processors;
    /** One for each kind of work, so that what a pull draws does not depend on what the node does besides. */
    private final Map<String, RandomStream> latencies = new LinkedHashMap<>();

    RuntimeWork(Context context, double processors) {
        this.context = context;
        this.processors = new Processors(context, processors);
    }

    /** Goes on after work of the node's processors. */
    void compute(String work, Distribution latency, Runnable action) {
        processors.work(draw(work, latency), action);
    }

    /** Goes on after something that keeps no processor busy. */
    void await(String work, Distribution latency, Runnable action) {
        await(draw(work, latency), action);
    }

    /** Goes on at once when it takes no time. */
    void awaitIfAny(String work, Distribution latency, Runnable action) {
        long taken = draw(work, latency);
        if (taken == 0) {
            action.run();
        } else {
            await(taken, action);
        }
    }

    /** The same with a span of nanoseconds. */
    void await(long nanos, Runnable action) {
        context.spend(nanos, action::run);
    }

    long draw(String work, Distribution latency) {
        return latency instanceof Distribution.Constant constant
                ? constant.nanos()
                : latency.sample(latencies.computeIfAbsent(work, each -> context.random("latency/" + each)));
    }
}
