package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Profile;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.RequestTrace;
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
 * <p>The service times of the model are fitted to these numbers. A band of a quantile is a factor in both directions.
 * The slowest hundredth of the recording is not spread over it: nearly all slow bindings are of the first 300 ms, when
 * 30 pods, their Events and the kubelets' patches came at once and shared two processors with etcd and all other
 * components. The model's server queues its own work only; the rest is in the tail of its registry. The numbers of the
 * model are of several runs, because the five slowest of 500 requests differ from seed to seed by a factor of three.
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
                new ClusterSpec(10, standard.nodeCapacity(), Profile.V1_20, new LinkedHashMap<>()),
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
        bands.put(0.99, 2.2);
        List<String> outside = new ArrayList<>();
        recorded()
                .forEach((what, real) -> bands.forEach((part, band) -> {
                    double factor = (double) quantile(simulated.get(what), part) / quantile(real, part);
                    if (factor > band || factor < 1 / band) {
                        outside.add(what + " at " + part + ": " + factor + " times the recorded one");
                    }
                }));

        assertThat(recorded()).hasSize(4);
        assertThat(outside).isEmpty();
    }
}
