package dev.wavetank.properties.cost;

import com.sun.management.ThreadMXBean;
import dev.wavetank.model.apiserver.ApiServerParts;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.sim.liveness.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/** Measures scenarios in a JVM that does nothing else, and prints a line for each. */
final class RunCostMeter {

    private static final long SEED = 1;

    private RunCostMeter() {}

    /** @param scenarios names of files beside this class, without their ending */
    public static void main(String... scenarios) throws IOException {
        for (String scenario : scenarios) {
            System.out.println(measure(scenario, ScenarioCodec.read(scenario, text(scenario + ".yaml")))
                    .line());
        }
    }

    /** The second of two runs: the first one loads classes and fills what is kept for all runs. */
    private static RunCost measure(String name, Scenario scenario) {
        run(scenario, new AtomicLong());
        AtomicLong requests = new AtomicLong();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(self);
        RunResult result = run(scenario, requests);
        long bytes = threads.getThreadAllocatedBytes(self) - before;
        return new RunCost(name, result.events(), requests.get(), bytes);
    }

    private static RunResult run(Scenario scenario, AtomicLong requests) {
        ApiServerParts counting = ApiServerParts.NONE.withLink((context, endpoint) -> (passage, next) -> {
            requests.incrementAndGet();
            return next.handle(passage);
        });
        RunResult result = ScenarioRun.of(scenario, SEED, ClusterParts.DEFAULT.withApiServer(counting));
        if (result.outcome() != Outcome.HELD) {
            throw new IllegalStateException(scenario.name() + ": " + result.violations() + result.unknowns());
        }
        return result;
    }

    static String text(String file) throws IOException {
        try (InputStream stream = RunCostMeter.class.getResourceAsStream(file)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
