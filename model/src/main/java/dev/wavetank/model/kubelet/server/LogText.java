package dev.wavetank.model.kubelet.server;

import dev.wavetank.model.http.Query;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Line;
import dev.wavetank.sim.VirtualTime;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;

/**
 * The part of a log that a request wants ({@code PodLogOptions}, {@code pkg/kubelet/kuberuntime/logs}, v1.32): the
 * latest lines, those since a time, with times, and not more than so many bytes.
 *
 * @param query of the request
 * @param now virtual time of the request, in nanoseconds
 */
record LogText(Query query, long now) {

    String of(List<Line> written) {
        long since = since();
        List<String> lines = written.stream()
                .filter(line -> line.at() >= since)
                .map(this::shown)
                .toList();
        String tail = query.first("tailLines");
        int skipped = tail.isEmpty() ? 0 : Math.max(0, lines.size() - Integer.parseInt(tail));
        return limited(String.join("", lines.subList(skipped, lines.size())));
    }

    private long since() {
        String seconds = query.first("sinceSeconds");
        if (!seconds.isEmpty()) {
            return now - Long.parseLong(seconds) * VirtualTime.SECOND;
        }
        String time = query.first("sinceTime");
        if (time.isEmpty()) {
            return 0;
        }
        Instant from = OffsetDateTime.parse(time).toInstant();
        return (from.getEpochSecond() - VirtualTime.EPOCH.getEpochSecond()) * VirtualTime.SECOND + from.getNano();
    }

    private String shown(Line line) {
        return query.isOn("timestamps") ? VirtualTime.EPOCH.plusNanos(line.at()) + " " + line.text() : line.text();
    }

    private String limited(String text) {
        String limit = query.first("limitBytes");
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return limit.isEmpty() || bytes.length <= Integer.parseInt(limit)
                ? text
                : new String(Arrays.copyOf(bytes, Integer.parseInt(limit)), StandardCharsets.UTF_8);
    }
}
