package dev.wavetank.model.kubectl.describe.pod;

import dev.wavetank.model.kubectl.print.ObjectFields;
import java.util.Locale;

/** Probes on one line (kubectl, pkg/describe/describe.go, DescribeProbe, v1.32). */
final class ProbeText {

    private ProbeText() {}

    static String of(ObjectFields probe) {
        return action(probe) + " delay=" + probe.number("initialDelaySeconds") + "s timeout="
                + probe.number("timeoutSeconds") + "s period=" + probe.number("periodSeconds") + "s #success="
                + probe.number("successThreshold") + " #failure=" + probe.number("failureThreshold");
    }

    private static String action(ObjectFields probe) {
        if (probe.has("exec")) {
            return "exec [" + String.join(" ", probe.texts("exec.command")) + "]";
        }
        if (probe.has("httpGet")) {
            String path = probe.text("httpGet.path");
            return "http-get " + probe.text("httpGet.scheme").toLowerCase(Locale.ROOT) + "://"
                    + probe.text("httpGet.host") + ":" + probe.shown("httpGet.port")
                    + (path.isEmpty() || path.startsWith("/") ? "" : "/")
                    + path.replace("?", "%3F").replace(" ", "%20");
        }
        if (probe.has("tcpSocket")) {
            return "tcp-socket " + probe.text("tcpSocket.host") + ":" + probe.shown("tcpSocket.port");
        }
        if (probe.has("grpc")) {
            return "grpc <pod>:" + probe.number("grpc.port") + " " + probe.text("grpc.service");
        }
        return "unknown";
    }
}
