package dev.wavetank.model.kubelet.runtime;

import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;

/** Calls the container runtime over its socket. */
public final class CriClient {

    /** {@code --runtime-request-timeout}. */
    private static final long TIMEOUT = 2 * VirtualTime.MINUTE;

    /** A pull has no deadline as long as it makes progress. */
    private static final long PULL_TIMEOUT = VirtualTime.HOUR;

    private final Endpoint endpoint;
    private final String node;

    /** A client of the runtime of a node. */
    public CriClient(Endpoint endpoint, String node) {
        this.endpoint = endpoint;
        this.node = node;
    }

    /** Sends a request. A runtime that does not respond is a failure. */
    public Completion<CriResponse> call(CriRequest request) {
        return endpoint.call(CriRequest.address(node), request, timeout(request))
                .map(CriClient::response);
    }

    private static long timeout(CriRequest request) {
        if (request instanceof CriRequest.StopContainer stop) {
            return TIMEOUT + stop.timeout();
        }
        if (request instanceof CriRequest.Handle handle) {
            return TIMEOUT + Math.min(handle.timeout(), VirtualTime.HOUR);
        }
        return request instanceof CriRequest.PullImage ? PULL_TIMEOUT : TIMEOUT;
    }

    private static CriResponse response(Reply<CriResponse> reply) {
        if (reply instanceof Reply.Answer<CriResponse> answer) {
            return answer.value();
        }
        return new CriResponse.Failed("container runtime is down: " + ((Reply.Lost<CriResponse>) reply).reason());
    }
}
