package dev.wavetank.model.kubectl.wire;

import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Requests as messages with keys and values (client-go, transport/round_trippers.go, from v1.33 on; klog's text format
 * for structured messages).
 */
record StructuredRequestLog(int level, KubernetesVersion version, Lines lines) implements RequestLog {

    @Override
    public void sent(HttpRequest request, String url) {
        if (level >= CURL) {
            lines.print(
                    "curl",
                    "\"Request\" curlCommand=" + block(List.of(RequestLog.curl("curl -v", request, url, version))));
        } else if (level >= REQUEST_HEADERS) {
            lines.print("request", "\"Request\"" + named(request, url) + " headers=" + sorted(request));
        }
    }

    @Override
    public void ended(HttpRequest request, String url, @Nullable HttpResponse response, long nanos) {
        boolean names = level < REQUEST_HEADERS || level >= CURL;
        String headers = level >= RESPONSE_HEADERS && response != null
                ? " headers="
                        + block(RequestLog.headers(response).stream().sorted().toList())
                : "";
        long millis = RequestLog.millis(nanos);
        String server = level >= CURL ? " getConnectionMilliseconds=0 serverProcessingMilliseconds=" + millis : "";
        lines.print(
                "summary",
                "\"Response\"" + (names ? named(request, url) : "") + " status=" + quoted(RequestLog.status(response))
                        + headers + " milliseconds=" + millis + server);
    }

    private static String named(HttpRequest request, String url) {
        return " verb=" + quoted(request.method()) + " url=" + quoted(url);
    }

    private String sorted(HttpRequest request) {
        return block(RequestLog.headers(request, version).stream().sorted().toList());
    }

    /** A value as klog writes it: quoted, or as indented lines when it has line breaks. */
    static String value(String text) {
        return text.indexOf('\n') < 0 ? quoted(text) : block(text.lines().toList());
    }

    private static String block(List<String> lines) {
        return lines.stream().map(line -> "\t" + line + "\n").collect(Collectors.joining("", "<\n", " >"));
    }

    /** A value in quotation marks. */
    static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
