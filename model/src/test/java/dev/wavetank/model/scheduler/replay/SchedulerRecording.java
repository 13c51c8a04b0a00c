package dev.wavetank.model.scheduler.replay;

import dev.wavetank.model.gotext.GoJsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/**
 * What users sent to a real API server, and what a real kube-scheduler (v1.20.2) then wrote, as the audit log told.
 *
 * @param start wall-clock time of its beginning
 * @param cases what was tried one after the other
 * @param actions what users sent, with bodies
 * @param written by the scheduler
 */
record SchedulerRecording(Instant start, List<Case> cases, List<Map<String, Object>> actions, List<Written> written) {

    /** Something that was tried: its title, and when it began, in milliseconds. */
    record Case(double millis, String title) {}

    static SchedulerRecording read(String name) {
        Map<String, Object> tree = tree(name + ".json.gz");
        List<Case> cases = new ArrayList<>();
        for (Map<String, Object> each : trees(tree.get("cases"))) {
            cases.add(new Case(millis(each), (String) each.get("title")));
        }
        List<Written> written = new ArrayList<>();
        for (Map<String, Object> each : trees(tree.get("written"))) {
            written.add(new Written(millis(each), (String) each.get("pod"), (String) each.get("what")));
        }
        return new SchedulerRecording(
                Instant.parse((String) tree.get("t0")), cases, trees(tree.get("actions")), written);
    }

    static double millis(Map<String, Object> tree) {
        return ((Number) tree.get("t")).doubleValue();
    }

    @SuppressWarnings("unchecked") // the recordings are what their reports say
    private static List<Map<String, Object>> trees(Object list) {
        return (List<Map<String, Object>>) list;
    }

    @SuppressWarnings("unchecked") // the recordings are what their reports say
    private static Map<String, Object> tree(String name) {
        try (var stream = new GZIPInputStream(Objects.requireNonNull(
                SchedulerRecording.class.getResourceAsStream("/dev/wavetank/model/scheduler/replay/" + name), name))) {
            return (Map<String, Object>) GoJsonReader.parse(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
