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
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * The server of a kubelet ({@code pkg/kubelet/server/server.go}, v1.32): answers {@code
 * /containerLogs/NAMESPACE/POD/CONTAINER} and {@code /exec/NAMESPACE/POD/CONTAINER}. The real one reads the files to
 * which the runtime writes; here the runtime says what is in them. The streams of a command are one answer here,
 * which comes when it has ended.
 */
public final class KubeletServer {

    private static final String LOGS = "containerLogs";
    private static final String EXECUTIONS = "exec";

    private final Context context;
    private final Endpoint endpoint;
    private final CriClient cri;
    private final Function<ObjectKey, Completion<Boolean>> prepare;
    private final BiPredicate<ObjectKey, String> waits;

    /**
     * A server that has not started.
     *
     * @param prepare brings the files of a pod up to date, before a command reads them
     * @param waits whether the latest run of a container has ended, and the next one waits: then it is the previous one
     */
    public KubeletServer(
            Context context,
            Endpoint endpoint,
            CriClient cri,
            Function<ObjectKey, Completion<Boolean>> prepare,
            BiPredicate<ObjectKey, String> waits) {
        this.prepare = prepare;
        this.waits = waits;
        this.context = context;
        this.endpoint = endpoint;
        this.cri = cri;
    }

    /** Takes requests from now on. */
    public void start() {
        endpoint.serve(
                HttpRequest.requests(context.name()),
                (caller, request, responder) -> answer(request).whenDone(responder::respond));
        endpoint.serveStream(
                HttpRequest.streams(context.name()),
                (caller, request, sender) -> answer(request).whenDone(response -> response.streamTo(sender)));
    }

    private Completion<HttpResponse> answer(HttpRequest request) {
        String[] parts = request.path().split("/");
        boolean executes = parts.length == 5 && parts[1].equals(EXECUTIONS);
        if (parts.length != 5 || !executes && !parts[1].equals(LOGS)) {
            return Completion.of(text(404, "404 page not found\n"));
        }
        Query query = new Query(request.query());
        ObjectKey pod = new ObjectKey(parts[2], parts[3]);
        if (executes) {
            return prepare.apply(pod).then(ready -> execute(pod, parts[4], query));
        }
        boolean previous = query.isOn("previous") && !waits.test(pod, parts[4]);
        return cri.call(new CriRequest.ReadLog(pod, parts[4], previous)).map(response -> {
            if (!(response instanceof CriResponse.Log log)) {
                return text(500, ((CriResponse.Failed) response).message());
            }
            return log.lines() == null
                    ? text(
                            404,
                            "container \"" + parts[4] + "\" not found in pod \"" + parts[3] + "_" + parts[2] + "\"\n")
                    : text(200, new LogText(query, context.now()).of(log.lines()));
        });
    }

    private Completion<HttpResponse> execute(ObjectKey pod, String container, Query query) {
        return cri.call(new CriRequest.Exec(pod, container, query.all("command")))
                .map(response -> {
                    if (!(response instanceof CriResponse.Handled done)) {
                        return text(404, ((CriResponse.Failed) response).message());
                    }
                    return HttpResponse.ofCommand(done.code(), done.text());
                });
    }

    private static HttpResponse text(int code, String body) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "text/plain");
        return new HttpResponse(code, headers, body);
    }
}
