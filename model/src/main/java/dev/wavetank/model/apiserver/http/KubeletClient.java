package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.http.answer.Answers;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.http.StreamedAnswer;
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
        return endpoint.call(HttpRequest.requests(KUBELET + node), request(path, query), TIMEOUT)
                .map(reply -> {
                    if (reply instanceof Reply.Answer<HttpResponse> answer) {
                        return answer.value();
                    }
                    String address = node + PORT;
                    Disconnect reason = ((Reply.Lost<HttpResponse>) reply).reason();
                    return lost("Get \"https://" + address + path + "\": ", address, reason, answers);
                });
    }

    /**
     * The outcome of a command that a node's kubelet executes, which takes as long as it takes. A connection that is
     * cut meanwhile looks to the client like a command that has ended well (kubernetes/kubernetes#73056).
     */
    Completion<HttpResponse> execute(String node, String path, String query, Answers answers) {
        StreamedAnswer streamed = new StreamedAnswer();
        endpoint.open(HttpRequest.streams(KUBELET + node), request(path, query), streamed);
        return streamed.reply().map(reply -> {
            if (reply instanceof Reply.Answer<HttpResponse> answer) {
                return answer.value();
            }
            Disconnect reason = ((Reply.Lost<HttpResponse>) reply).reason();
            return reason == Disconnect.RESET
                    ? HttpResponse.ofCommand(0, "")
                    : lost("error dialing backend: ", node + PORT, reason, answers);
        });
    }

    private static HttpRequest request(String path, String query) {
        return new HttpRequest("GET", path, query, new LinkedHashMap<>(), new byte[0]);
    }

    private static HttpResponse lost(String doing, String address, Disconnect reason, Answers answers) {
        String cause = reason == Disconnect.TIMED_OUT ? "i/o timeout" : "connect: connection refused";
        return answers.status(Status.reported(500, null, doing + "dial tcp " + address + ": " + cause, null));
    }
}
