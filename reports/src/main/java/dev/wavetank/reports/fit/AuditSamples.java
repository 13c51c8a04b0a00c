package dev.wavetank.reports.fit;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads an audit log, one event of audit.k8s.io a line: writes from their arrival to their answer, and pulls of images
 * from the Events that kubelets wrote, where the log has bodies.
 */
public final class AuditSamples {

    /** pkg/kubelet/images/image_manager.go, since v1.19. */
    private static final Pattern PULLED = Pattern.compile("Successfully pulled image .* in ([0-9.hmsuµn]+)( .*)?");

    private static final Pattern PART = Pattern.compile("([0-9.]+)(h|ms|us|µs|ns|m|s)");
    private static final List<String> WRITES = List.of("create", "update", "patch");
    private static final double NANOS = 1e9;

    private AuditSamples() {}

    /**
     * What the log has for settings.
     *
     * @throws IllegalArgumentException naming the line that cannot be read
     */
    public static List<Observed> read(String text) {
        List<Double> writes = new ArrayList<>();
        List<Double> pulls = new ArrayList<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            if (!line.isBlank()) {
                try {
                    read(JsonMapper.shared().readTree(line), writes, pulls);
                } catch (JacksonException | DateTimeParseException wrong) {
                    throw new IllegalArgumentException(
                            "line " + number + ": expected an event of audit.k8s.io as JSON", wrong);
                }
            }
        }
        List<Observed> all = new ArrayList<>();
        if (!writes.isEmpty()) {
            all.add(Observed.of("etcd.commit-latency", "writes, with the API server's own work", writes));
        }
        if (!pulls.isEmpty()) {
            all.add(Observed.of("registry.pull-time", "pulls of images, from Events", pulls));
        }
        return all;
    }

    private static void read(JsonNode event, List<Double> writes, List<Double> pulls) {
        int code = event.path("responseStatus").path("code").asInt(0);
        boolean isWrite = WRITES.contains(event.path("verb").asString(""));
        if (!event.path("stage").asString("").equals("ResponseComplete") || !isWrite || code < 200 || code >= 300) {
            return;
        }
        Instant received = Instant.parse(event.path("requestReceivedTimestamp").asString(""));
        Instant answered = Instant.parse(event.path("stageTimestamp").asString(""));
        writes.add(Duration.between(received, answered).toNanos() / NANOS);
        Matcher pulled =
                PULLED.matcher(event.path("requestObject").path("message").asString(""));
        if (event.path("objectRef").path("resource").asString("").equals("events") && pulled.matches()) {
            pulls.add(seconds(pulled.group(1)));
        }
    }

    /** As Go writes durations. */
    private static double seconds(String duration) {
        double sum = 0;
        Matcher part = PART.matcher(duration);
        while (part.find()) {
            double unit = switch (part.group(2)) {
                case "h" -> 3_600;
                case "m" -> 60;
                case "s" -> 1;
                case "ms" -> 1e-3;
                case "ns" -> 1e-9;
                default -> 1e-6;
            };
            sum += Double.parseDouble(part.group(1)) * unit;
        }
        return sum;
    }
}
