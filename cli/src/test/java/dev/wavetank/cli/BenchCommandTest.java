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

        assertThat(result.get("eventsPerSecond").get("value").asDouble())
                .isGreaterThan(result.get("seedsPerSecond").get("value").asDouble());
        assertThat(result.get("podsPerSecond").get("value").asDouble()).isPositive();
        assertThat(result.get("heapMegabytesAfter").get("value").asDouble())
                .isPositive()
                .isLessThanOrEqualTo(
                        result.get("heapMegabytesPeak").get("value").asDouble());
    }
}
