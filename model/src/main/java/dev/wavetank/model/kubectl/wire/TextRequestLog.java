package dev.wavetank.model.kubectl.wire;

import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import org.jspecify.annotations.Nullable;

/** Requests as sentences, one line for each header (client-go, transport/round_trippers.go, up to v1.32). */
record TextRequestLog(int level, KubernetesVersion version, Lines lines) implements RequestLog {

    @Override
    public void sent(HttpRequest request, String url) {
        if (level >= CURL) {
            String program = version.has(Feature.KUBECTL_LOG_LINES) ? "curl -v" : "curl -k -v";
            lines.print("curl", RequestLog.curl(program, request, url, version));
        } else if (level >= REQUEST_HEADERS) {
            lines.print("request", request.method() + " " + url);
            lines.print("request-headers", "Request Headers:");
            RequestLog.headers(request, version).forEach(header -> lines.print("request-header", "    " + header));
        }
    }

    @Override
    public void ended(HttpRequest request, String url, @Nullable HttpResponse response, long nanos) {
        String outcome = RequestLog.status(response) + " in " + RequestLog.millis(nanos) + " milliseconds";
        if (level >= REQUEST_HEADERS && level < CURL) {
            lines.print("status", "Response Status: " + outcome);
        } else {
            lines.print("summary", request.method() + " " + url + " " + outcome);
        }
        if (level >= RESPONSE_HEADERS && response != null) {
            lines.print("response-headers", "Response Headers:");
            RequestLog.headers(response).forEach(header -> lines.print("response-header", "    " + header));
        }
    }
}
