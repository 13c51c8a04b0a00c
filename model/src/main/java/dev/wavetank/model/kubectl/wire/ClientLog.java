package dev.wavetank.model.kubectl.wire;

import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What {@code kubectl -v=6} and higher levels print on the standard error stream: a line for each request, from level 7
 * on with the headers of the request, from level 8 on with those of the response and with bodies, of which level 8
 * prints 1024 characters (client-go, transport/round_trippers.go and rest/request.go; klog's header). The source lines
 * that are named are those of v1.17 to v1.20 in versions before v1.21, and else those of v1.23 to v1.29; v1.33 and
 * later write the same facts in another form.
 */
public final class ClientLog {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MMdd HH:mm:ss.SSSSSS", Locale.ROOT);
    private static final int URL = 6;
    private static final int REQUEST_HEADERS = 7;
    private static final int BODIES = 8;
    private static final int SHORT_BODY = 1024;
    private static final int LONG_BODY = 10240;
    private static final int WHOLE_BODY = 10;

    /** The lines of the source that print: each is a part of what is printed of a request. */
    private enum Part {
        SUMMARY(443, 553),
        REQUEST(420, 463),
        REQUEST_HEADERS(427, 469),
        REQUEST_HEADER(431, 473),
        STATUS(446, 574),
        RESPONSE_HEADERS(449, 577),
        RESPONSE_HEADER(452, 580);

        private final int old;
        private final int present;

        Part(int old, int present) {
            this.old = old;
            this.present = present;
        }
    }

    private final int level;
    private final int process;
    private final KubernetesVersion version;
    private final Supplier<Instant> clock;
    private final Output output;

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
    }

    /** Whether requests are printed. */
    public boolean isOn() {
        return level >= URL;
    }

    /** Prints an error that the command survives. */
    public void error(String place, String message) {
        boolean structured = version.has(Feature.KUBECTL_STRUCTURED_ERRORS);
        line('E', place, structured ? "\"Unhandled Error\" err=" + quoted(message) : message);
    }

    /**
     * Prints a request that has been answered.
     *
     * @param url with scheme and host
     * @param nanos how long it took
     */
    public void answered(HttpRequest request, String url, HttpResponse response, long nanos) {
        String outcome = status(response.code()) + " in " + millis(nanos);
        if (level < REQUEST_HEADERS) {
            tripper(Part.SUMMARY, request.method() + " " + url + " " + outcome);
            return;
        }
        sent(request, url);
        tripper(Part.STATUS, "Response Status: " + outcome);
        if (level >= BODIES) {
            tripper(Part.RESPONSE_HEADERS, "Response Headers:");
            headers(response.headers());
            body("Response", response.body());
        }
    }

    /** Prints a request that has not been answered. */
    public void lost(HttpRequest request, String url, long nanos) {
        if (level < REQUEST_HEADERS) {
            tripper(Part.SUMMARY, request.method() + " " + url + "  in " + millis(nanos));
            return;
        }
        sent(request, url);
        tripper(Part.STATUS, "Response Status:  in " + millis(nanos));
    }

    private void sent(HttpRequest request, String url) {
        if (level >= BODIES && request.body().length > 0) {
            body("Request", new String(request.body(), StandardCharsets.UTF_8));
        }
        tripper(Part.REQUEST, request.method() + " " + url);
        tripper(Part.REQUEST_HEADERS, "Request Headers:");
        for (Map.Entry<String, List<String>> header : request.headers().lines().entrySet()) {
            boolean secret = header.getKey().equals("Authorization");
            for (String value : header.getValue()) {
                tripper(Part.REQUEST_HEADER, "    " + header.getKey() + ": " + (secret ? masked(value) : value));
            }
        }
    }

    /** Tokens and passwords are hidden (maskValue). */
    private static String masked(String authorization) {
        int space = authorization.indexOf(' ');
        return space < 0 ? "<masked>" : authorization.substring(0, space) + " <masked>";
    }

    private void headers(Map<String, String> headers) {
        headers.forEach((name, value) -> tripper(Part.RESPONSE_HEADER, "    " + name + ": " + value));
    }

    private void body(String direction, String text) {
        int most = level >= WHOLE_BODY ? Integer.MAX_VALUE : level > BODIES ? LONG_BODY : SHORT_BODY;
        String shown = text.length() <= most
                ? text
                : text.substring(0, most) + " [truncated " + (text.length() - most) + " chars]";
        line(
                'I',
                version.has(Feature.KUBECTL_LOG_LINES) ? "request.go:1188" : "request.go:1107",
                direction + " Body: " + shown);
    }

    /** Prints a warning of the command itself. */
    public void warning(String place, String message) {
        line('W', place, message);
    }

    private void tripper(Part part, String message) {
        int source = version.has(Feature.KUBECTL_LOG_LINES) ? part.present : part.old;
        line('I', "round_trippers.go:" + source, message);
    }

    private void line(char severity, String place, String message) {
        String time = TIME.format(clock.get().atOffset(ZoneOffset.UTC));
        String number = String.format(Locale.ROOT, "%7d", process);
        output.note(severity + time + " " + number + " " + place + "] " + message);
    }

    private static String status(int code) {
        return code + " "
                + switch (code) {
                    case 200 -> "OK";
                    case 201 -> "Created";
                    case 202 -> "Accepted";
                    case 304 -> "Not Modified";
                    case 400 -> "Bad Request";
                    case 401 -> "Unauthorized";
                    case 403 -> "Forbidden";
                    case 404 -> "Not Found";
                    case 405 -> "Method Not Allowed";
                    case 406 -> "Not Acceptable";
                    case 409 -> "Conflict";
                    case 410 -> "Gone";
                    case 415 -> "Unsupported Media Type";
                    case 422 -> "Unprocessable Entity";
                    case 429 -> "Too Many Requests";
                    case 500 -> "Internal Server Error";
                    case 503 -> "Service Unavailable";
                    case 504 -> "Gateway Timeout";
                    default -> "";
                };
    }

    private static String millis(long nanos) {
        return nanos / VirtualTime.MILLISECOND + " milliseconds";
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
