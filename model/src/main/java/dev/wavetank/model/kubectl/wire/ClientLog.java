package dev.wavetank.model.kubectl.wire;

import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * What {@code kubectl -v=6} and higher levels print on the standard error stream: a line for each request, from level 7
 * on with the headers of the request, from level 8 on with those of the response and with bodies (klog's header;
 * {@link RequestLog} and {@link BodyLog} have the forms of each version).
 */
public final class ClientLog {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MMdd HH:mm:ss.SSSSSS", Locale.ROOT);
    private static final int URL = 6;

    private final int level;
    private final int process;
    private final KubernetesVersion version;
    private final Supplier<Instant> clock;
    private final Output output;
    private final RequestLog requests;
    private final BodyLog bodies;

    /**
     * The log of one command.
     *
     * @param level the value of {@code -v}
     * @param process number of the process
     * @param version of kubectl
     * @param clock what the user's clock shows
     * @param output where lines go
     */
    public ClientLog(int level, int process, KubernetesVersion version, Supplier<Instant> clock, Output output) {
        this.level = level;
        this.process = process;
        this.version = version;
        this.clock = clock;
        this.output = output;
        SourceLines places = SourceLines.of(version);
        RequestLog.Lines lines = (name, message) -> line('I', places.place(name), message);
        this.requests = version.has(Feature.KUBECTL_STRUCTURED_REQUESTS)
                ? new StructuredRequestLog(level, version, lines)
                : new TextRequestLog(level, version, lines);
        this.bodies = new BodyLog(level, version, lines);
    }

    /** Whether requests are printed. */
    public boolean isOn() {
        return level >= URL;
    }

    /** Prints an error that the command survives. */
    public void error(String place, String message) {
        boolean structured = version.has(Feature.KUBECTL_STRUCTURED_ERRORS);
        line('E', place, structured ? "\"Unhandled Error\" err=" + StructuredRequestLog.quoted(message) : message);
    }

    /**
     * Prints a request that has been answered.
     *
     * @param url with scheme and host
     * @param nanos how long it took
     */
    public void answered(HttpRequest request, String url, HttpResponse response, long nanos) {
        bodies.sent(request);
        requests.sent(request, url);
        requests.ended(request, url, response, nanos);
        bodies.received(request, response.body());
    }

    /** Prints a request that has not been answered. */
    public void lost(HttpRequest request, String url, long nanos) {
        bodies.sent(request);
        requests.sent(request, url);
        requests.ended(request, url, null, nanos);
    }

    /** Prints a warning of the command itself. */
    public void warning(String place, String message) {
        line('W', place, message);
    }

    private void line(char severity, String place, String message) {
        String time = TIME.format(clock.get().atOffset(ZoneOffset.UTC));
        String number = String.format(Locale.ROOT, "%7d", process);
        output.note(severity + time + " " + number + " " + place + "] " + message);
    }
}
