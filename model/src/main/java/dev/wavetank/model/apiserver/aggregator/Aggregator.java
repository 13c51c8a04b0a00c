package dev.wavetank.model.apiserver.aggregator;

import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Hands requests on to the servers behind this one (k8s.io/kube-aggregator, pkg/apiserver/handler_proxy.go, v1.32). */
public final class Aggregator {

    private static final long TIMEOUT = VirtualTime.MINUTE;

    private final Endpoint endpoint;
    private final List<AggregatedApi> apis;

    /** Hands on what belongs to these groups. */
    public Aggregator(Endpoint endpoint, List<AggregatedApi> apis) {
        this.endpoint = endpoint;
        this.apis = List.copyOf(apis);
    }

    /** Whether another server serves a group. */
    public boolean serves(String group) {
        return apis.stream().anyMatch(api -> api.serves(group));
    }

    /** The answer of the server of a group, or the one for a server that is not there. */
    public Completion<HttpResponse> answer(HttpRequest request, String group) {
        AggregatedApi api =
                apis.stream().filter(one -> one.serves(group)).findFirst().orElseThrow();
        return endpoint.call(HttpRequest.requests(api.component()), request, TIMEOUT)
                .map(Aggregator::answer);
    }

    private static HttpResponse answer(Reply<HttpResponse> reply) {
        if (reply instanceof Reply.Answer<HttpResponse> answer) {
            return answer.value();
        }
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "text/plain; charset=utf-8");
        return new HttpResponse(503, headers, "service unavailable\n");
    }
}
