package dev.wavetank.model.kubectl.wire;

import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * How a version of client-go writes requests into its log. Levels: 6 names the request with its outcome, 7 adds the
 * headers of the request, 8 those of the response, 9 has a command for curl instead of the request, and the time that
 * the server took. All connections are open already: how a name was looked up and a connection made is not simulated.
 */
sealed interface RequestLog permits TextRequestLog, StructuredRequestLog {

    /** The level from which on headers of requests are printed. */
    int REQUEST_HEADERS = 7;

    /** The level from which on headers of responses are printed. */
    int RESPONSE_HEADERS = 8;

    /** The level from which on a command for curl is printed. */
    int CURL = 9;

    /** Takes a line of the log. */
    @FunctionalInterface
    interface Lines {

        /**
         * Prints a line of severity {@code I}.
         *
         * @param name of the place in the source, see {@link SourceLines}
         */
        void print(String name, String message);
    }

    /** Prints what was sent. */
    void sent(HttpRequest request, String url);

    /**
     * Prints the outcome, without bodies.
     *
     * @param response null when none came
     * @param nanos how long it took
     */
    void ended(HttpRequest request, String url, @Nullable HttpResponse response, long nanos);

    /** Such as {@code 404 Not Found}; the empty string when no response came. */
    static String status(@Nullable HttpResponse response) {
        return response == null ? "" : response.code() + " " + reason(response.code());
    }

    private static String reason(int code) {
        return switch (code) {
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

    /** Whole milliseconds. */
    static long millis(long nanos) {
        return nanos / VirtualTime.MILLISECOND;
    }

    /** Each header as a line, such as {@code Accept: application/json}; tokens and passwords are hidden. */
    static List<String> headers(HttpRequest request, KubernetesVersion version) {
        return request.headers().lines().entrySet().stream()
                .flatMap(header -> header.getValue().stream()
                        .map(value -> header.getKey() + ": " + shown(header.getKey(), value, version)))
                .toList();
    }

    /** Each header as a line. */
    static List<String> headers(HttpResponse response) {
        return response.headers().entrySet().stream()
                .map(header -> header.getKey() + ": " + header.getValue())
                .toList();
    }

    /**
     * A value as it is shown. The simulated program names itself by its command, so that each has a name of its own;
     * the real one by its version, and by a commit, of which this build has none (client-go, rest/config.go, v1.32).
     */
    private static String shown(String header, String value, KubernetesVersion version) {
        return switch (header) {
            case "Authorization" -> masked(value);
            case "User-Agent" -> "kubectl/" + version + ".0 (linux/amd64) kubernetes/unknown";
            default -> value;
        };
    }

    private static String masked(String authorization) {
        int space = authorization.indexOf(' ');
        return space < 0 ? "<masked>" : authorization.substring(0, space) + " <masked>";
    }

    /** The command that sends the same request. */
    static String curl(String program, HttpRequest request, String url, KubernetesVersion version) {
        StringJoiner shown = new StringJoiner(" ");
        for (Map.Entry<String, List<String>> header : request.headers().lines().entrySet()) {
            for (String value : header.getValue()) {
                String safe = shown(header.getKey(), value, version);
                shown.add("-H \"" + header.getKey() + ": " + safe.replace("\"", "\\\"") + "\"");
            }
        }
        return program + " -X" + request.method() + "  " + shown + " '" + url + "'";
    }
}
