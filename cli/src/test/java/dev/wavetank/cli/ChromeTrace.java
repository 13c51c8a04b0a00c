package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A file in the Trace Event Format, checked as it is read: every event has what its phase requires, slices of a track
 * begin and end in order, and every arrow has two ends, each within a slice, the first no later than the second.
 *
 * @param tracks names of the threads
 * @param slices names of the slices
 * @param arrows how many there are
 */
record ChromeTrace(List<String> tracks, List<String> slices, int arrows) {

    private record Slice(double from, double to) {}

    private record End(long track, double at) {}

    static ChromeTrace read(Path file) throws IOException {
        JsonNode json = JsonMapper.shared().readTree(Files.readString(file));
        assertThat(json.propertyNames()).containsExactly("displayTimeUnit", "traceEvents");
        assertThat(json.get("displayTimeUnit").asString()).isIn("ms", "ns");
        Reader reader = new Reader();
        json.get("traceEvents").forEach(reader::take);
        reader.check();
        return new ChromeTrace(new ArrayList<>(reader.threads.values()), reader.names, reader.starts.size());
    }

    private static final class Reader {
        private final Map<Long, String> threads = new TreeMap<>();
        private final List<String> names = new ArrayList<>();
        private final Map<Long, Deque<Double>> open = new TreeMap<>();
        private final Map<Long, List<Slice>> slices = new TreeMap<>();
        private final Map<Long, Double> latest = new TreeMap<>();
        private final Map<Long, End> starts = new TreeMap<>();
        private final Map<Long, End> ends = new TreeMap<>();

        private void take(JsonNode event) {
            assertThat(event.get("pid").isIntegralNumber()).isTrue();
            long track = event.path("tid").asLong(0);
            switch (event.get("ph").asString()) {
                case "M" -> metadata(event, track);
                case "B" -> {
                    names.add(event.get("name").asString());
                    assertThat(event.get("args").isObject()).isTrue();
                    open.computeIfAbsent(track, missing -> new ArrayDeque<>()).push(inOrder(event, track));
                }
                case "E" -> {
                    double from = open.get(track).pop();
                    slices.computeIfAbsent(track, missing -> new ArrayList<>())
                            .add(new Slice(from, inOrder(event, track)));
                }
                case "s" ->
                    assertThat(starts.put(event.get("id").asLong(), end(event, track)))
                            .isNull();
                case "f" -> {
                    assertThat(event.get("bp").asString()).isEqualTo("e");
                    assertThat(ends.put(event.get("id").asLong(), end(event, track)))
                            .isNull();
                }
                default -> throw new AssertionError("no event that we write: " + event);
            }
        }

        private void metadata(JsonNode event, long track) {
            if (event.get("name").asString().equals("thread_name")) {
                String name = event.get("args").get("name").asString();
                assertThat(threads.put(track, name)).isNull();
            } else {
                assertThat(event.get("name").asString()).isIn("process_name", "thread_sort_index");
            }
        }

        /** Begins and ends of a track have to be in the order of time. */
        private double inOrder(JsonNode event, long track) {
            double at = event.get("ts").asDouble();
            assertThat(at).isGreaterThanOrEqualTo(latest.getOrDefault(track, 0.0));
            latest.put(track, at);
            return at;
        }

        private static End end(JsonNode event, long track) {
            assertThat(event.get("name").asString()).isEqualTo("cause");
            assertThat(event.get("cat").asString()).isEqualTo("cause");
            return new End(track, event.get("ts").asDouble());
        }

        private void check() {
            assertThat(open.values()).allSatisfy(stack -> assertThat(stack).isEmpty());
            assertThat(threads.keySet()).isEqualTo(slices.keySet());
            assertThat(starts.keySet()).isEqualTo(ends.keySet());
            starts.forEach((id, start) -> {
                End end = ends.get(id);
                assertThat(start.track()).isNotEqualTo(end.track());
                assertThat(start.at()).isLessThanOrEqualTo(end.at());
                assertWithinSlice(start);
                assertWithinSlice(end);
            });
        }

        private void assertWithinSlice(End end) {
            assertThat(slices.get(end.track())).anyMatch(slice -> slice.from() <= end.at() && end.at() <= slice.to());
        }
    }
}
