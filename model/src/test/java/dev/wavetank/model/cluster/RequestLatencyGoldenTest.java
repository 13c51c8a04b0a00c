package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How long the API server takes for a request, from its receipt to the complete response, against a recorded Kubernetes
 * 1.20.2 control plane: a Deployment of 500 replicas on ten hollow nodes, a machine with two processors.
 *
 * <p>The service times of the model are fitted to these numbers. The recording is one run, so that its quantiles are
 * known up to an interval only: the five slowest of 500 requests say little about the slowest hundredth. A band is a
 * factor in both directions from that interval. The model's quantiles are those of several runs together.
 */
class RequestLatencyGoldenTest {

    private static final String FILE = "/dev/wavetank/model/apiserver/audit/latencies-500-pods.txt";

    private static final int SEEDS = 5;

    private static Map<String, List<Long>> recorded() {
        Map<String, List<Long>> latencies = new TreeMap<>();
        try (var stream = Objects.requireNonNull(RequestLatencyGoldenTest.class.getResourceAsStream(FILE))) {
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
                String[] parts = line.split(": ");
                latencies.put(
                        parts[0],
                        Stream.of(parts[1].split(" ")).map(Long::valueOf).toList());
            });
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        return latencies;
    }

    private static Map<String, List<Long>> simulated() {
        Map<String, List<Long>> latencies = new TreeMap<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            simulate(seed, latencies);
        }
        latencies.values().forEach(list -> list.sort(null));
        return latencies;
    }

    private static void simulate(long seed, Map<String, List<Long>> latencies) {
        ClusterSpec standard = ClusterSpec.DEFAULT;
        Scenario scenario = new Scenario(
                "500 pods",
                new ClusterSpec(10, standard.nodeCapacity(), KubernetesVersion.V1_20, new LinkedHashMap<>()),
                List.of(new Command(
                        10 * VirtualTime.SECOND,
                        List.of("create deployment web --image=nginx --replicas=500".split(" ")))),
                new LinkedHashMap<>(),
                FaultPlan.NONE,
                VirtualTime.HOUR);
        Cluster cluster = Cluster.of(scenario, seed, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof RequestTrace request) {
                String what = request.call().request().verb() + " " + request.resource() + " "
                        + request.response().code();
                latencies
                        .computeIfAbsent(what, missing -> new ArrayList<>())
                        .add((entry.time() - request.received()) / VirtualTime.MICROSECOND);
            }
        });
        cluster.run(RunLimits.until(60 * VirtualTime.SECOND));
    }

    /** Where the quantile lies with a probability of 95 %: by the binomial distribution of ranks. */
    private static long[] interval(List<Long> sorted, double part) {
        double deviation = 1.96 * Math.sqrt(part * (1 - part) / sorted.size());
        return new long[] {
            quantile(sorted, Math.max(0, part - deviation)), quantile(sorted, Math.min(1, part + deviation))
        };
    }

    private static long quantile(List<Long> sorted, double part) {
        return sorted.get((int) (part * (sorted.size() - 1)));
    }

    @Test
    void quantiles_of_the_latency_lie_in_bands_around_the_recorded_ones() {
        Map<String, List<Long>> simulated = simulated();
        Map<Double, Double> bands = new TreeMap<>();
        bands.put(0.1, 1.6);
        bands.put(0.5, 1.5);
        bands.put(0.9, 1.6);
        bands.put(0.99, 1.6);
        List<String> outside = new ArrayList<>();
        recorded()
                .forEach((what, recording) -> bands.forEach((part, band) -> {
                    long found = quantile(simulated.get(what), part);
                    long[] real = interval(recording, part);
                    if (found > band * real[1] || found < real[0] / band) {
                        outside.add(
                                what + " at " + part + ": " + found + " us, recorded " + real[0] + " to " + real[1]);
                    }
                }));

        assertThat(recorded()).hasSize(4);
        assertThat(outside).isEmpty();
    }
}
