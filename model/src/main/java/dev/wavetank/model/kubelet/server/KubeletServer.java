package dev.wavetank.model.kubelet.server;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.http.Query;
import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.model.kubelet.runtime.CriClient;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The server of a kubelet ({@code pkg/kubelet/server/server.go}, v1.32): answers {@code
 * /containerLogs/NAMESPACE/POD/CONTAINER}. The real one reads the files to which the runtime writes; here the runtime
 * says what is in them.
 */
public final class KubeletServer {

    private static final String LOGS = "containerLogs";

    private final Context context;
    private final Endpoint endpoint;
    private final CriClient cri;

    /** A server that has not started. */
    public KubeletServer(Context context, Endpoint endpoint, CriClient cri) {
        this.context = context;
        this.endpoint = endpoint;
        this.cri = cri;
    }

    /** Takes requests from now on. */
    public void start() {
        endpoint.serve(
                HttpRequest.requests(context.name()),
                (caller, request, responder) -> answer(request).whenDone(responder::respond));
    }

    private Completion<HttpResponse> answer(HttpRequest request) {
        String[] parts = request.path().split("/");
        if (parts.length != 5 || !parts[1].equals(LOGS)) {
            return Completion.of(text(404, "404 page not found\n"));
        }
        Query query = new Query(request.query());
        ObjectKey pod = new ObjectKey(parts[2], parts[3]);
        return cri.call(new CriRequest.ReadLog(pod, parts[4], query.isOn("previous")))
                .map(response -> {
                    if (!(response instanceof CriResponse.Log log)) {
                        return text(500, ((CriResponse.Failed) response).message());
                    }
                    return log.lines() == null
                            ? text(
                                    404,
                                    "container \"" + parts[4] + "\" not found in pod \"" + parts[3] + "_" + parts[2]
                                            + "\"\n")
                            : text(200, new LogText(query, context.now()).of(log.lines()));
                });
    }

    private static HttpResponse text(int code, String body) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "text/plain");
        return new HttpResponse(code, headers, body);
    }
}
