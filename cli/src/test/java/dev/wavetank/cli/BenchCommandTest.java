package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BenchCommandTest {

    @Test
    void measures_speed_and_heap_and_says_what_they_are() {
        Invocation bench = Invocation.of("bench", "--for", "50ms", "--replicas", "20");

        assertThat(bench.exitCode()).isZero();
        assertThat(bench.out())
                .containsPattern("[\\d,]+ events a second\n +fired by the bare run loop")
                .containsPattern("[\\d,]+ seeds a second\n +of 3 nodes and a Deployment of 3 replicas")
                .containsPattern("[\\d,]+ pods a second\n +from a Deployment of 20 replicas to Running on 2 nodes")
                .containsPattern("[\\d,]+ MB of heap\n +used at the end of that run of 20 replicas")
                .containsPattern("[\\d,]+ MB of heap at most\n +used during that run of 20 replicas");
    }

    @Test
    void figures_are_rates() {
        JsonNode result = JsonMapper.shared()
                .readTree(Invocation.of("bench", "--for", "50ms", "--replicas", "20", "-o", "json")
                        .out());

        assertThat(figure(result, "eventsPerSecond")).isGreaterThan(figure(result, "seedsPerSecond"));
        assertThat(figure(result, "podsPerSecond")).isPositive();
        assertThat(figure(result, "heapMegabytesAfter"))
                .isPositive()
                .isLessThanOrEqualTo(figure(result, "heapMegabytesPeak"));
    }

    private static double figure(JsonNode result, String name) {
        for (JsonNode figure : result.get("figures")) {
            if (figure.get("name").asString().equals(name)) {
                return figure.get("value").asDouble();
            }
        }
        throw new AssertionError("no figure " + name + " in " + result);
    }
}
