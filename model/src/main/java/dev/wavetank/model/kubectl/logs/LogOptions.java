package dev.wavetank.model.kubectl.logs;

import dev.wavetank.model.gotext.GoTime;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.VirtualTime;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The part of a log that is wanted (kubectl, pkg/cmd/logs/logs.go, v1.32).
 *
 * @param query its parameters, in the order in which the real command sends them, without the container's
 */
record LogOptions(List<String> query) {

    /** Lines that are read of each pod that a selector has chosen. */
    private static final int SELECTED_LINES = 10;

    /** The options that flags mean. */
    static LogOptions of(Invocation line) {
        List<String> query = new ArrayList<>();
        add(query, line, Flag.FOLLOW, "follow");
        Optional<Integer> bytes = line.number(Flag.LIMIT_BYTES).filter(limit -> limit != 0);
        bytes.ifPresent(limit -> query.add("limitBytes=" + limit));
        add(query, line, Flag.PREVIOUS, "previous");
        line.value(Flag.SINCE)
                .filter(since -> line.span(Flag.SINCE) != 0)
                .ifPresent(since -> query.add(
                        "sinceSeconds=" + (line.span(Flag.SINCE) + VirtualTime.SECOND - 1) / VirtualTime.SECOND));
        line.value(Flag.SINCE_TIME).ifPresent(time -> query.add("sinceTime=" + time(time)));
        boolean selects = line.value(Flag.SELECTOR).isPresent();
        int tail = line.number(Flag.TAIL).orElse(selects ? SELECTED_LINES : -1);
        if (tail < -1) {
            throw new UsageException("--tail must be greater than or equal to -1");
        }
        if (tail >= 0) {
            query.add("tailLines=" + tail);
        }
        add(query, line, Flag.TIMESTAMPS, "timestamps");
        if (line.value(Flag.SINCE_TIME).isPresent() && line.span(Flag.SINCE) != 0) {
            throw new UsageException("at most one of `sinceTime` or `sinceSeconds` may be specified");
        }
        if (bytes.isPresent() && bytes.get() < 0) {
            throw new UsageException("--limit-bytes must be greater than 0");
        }
        return new LogOptions(query);
    }

    private static void add(List<String> query, Invocation line, Flag flag, String parameter) {
        if (line.isOn(flag)) {
            query.add(parameter + "=true");
        }
    }

    private static String time(String text) {
        Optional<String> mistake = GoTime.mistake(text, GoTime.SECONDS);
        if (mistake.isPresent()) {
            throw new UsageException(mistake.get());
        }
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** The query for the log of one container. */
    String of(String container) {
        List<String> all = new ArrayList<>(List.of("container=" + container));
        all.addAll(query);
        return String.join("&", all);
    }
}
