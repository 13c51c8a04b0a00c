package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.http.answer.Answers;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import java.util.LinkedHashMap;

/** Asks kubelets ({@code pkg/kubelet/client}); nodes are called by their names, on the port of kubelets. */
public final class KubeletClient {

    /** What stands before the name of a node in that of its kubelet. */
    private static final String KUBELET = "kubelet/";

    private static final String PORT = ":10250";
    private static final long TIMEOUT = 30 * VirtualTime.SECOND;

    private final Endpoint endpoint;

    /** A client that calls from there. */
    public KubeletClient(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** The answer of a node's kubelet, or the error of a server that gets none. */
    Completion<HttpResponse> get(String node, String path, String query, Answers answers) {
        HttpRequest request = new HttpRequest("GET", path, query, new LinkedHashMap<>(), new byte[0]);
        return endpoint.call(HttpRequest.requests(KUBELET + node), request, TIMEOUT)
                .map(reply -> reply instanceof Reply.Answer<HttpResponse> answer
                        ? answer.value()
                        : answers.status(lost(node, path, ((Reply.Lost<HttpResponse>) reply).reason())));
    }

    private static Status lost(String node, String path, Disconnect reason) {
        String address = node + PORT;
        String cause = reason == Disconnect.TIMED_OUT ? "i/o timeout" : "connect: connection refused";
        return Status.reported(
                500, null, "Get \"https://" + address + path + "\": dial tcp " + address + ": " + cause, null);
    }
}
