package dev.wavetank.model.etcd;

import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.Subscription;

/**
 * Talks to etcd. Does not retry: who asked must decide, because a transaction without an answer may have been
 * committed.
 */
public final class EtcdClient {

    /** After how long a request is given up, in nanoseconds: etcd's own limit of 5 s and two elections of 1 s. */
    public static final long REQUEST_TIMEOUT = 7 * VirtualTime.SECOND;

    private final Endpoint endpoint;
    private final String etcd;

    /** A client of the etcd component of that name. */
    public EtcdClient(Endpoint endpoint, String etcd) {
        this.endpoint = endpoint;
        this.etcd = etcd;
    }

    /** Sends a request. */
    public Completion<EtcdResponse> send(EtcdRequest request) {
        return endpoint.call(EtcdRequest.requests(etcd), request, REQUEST_TIMEOUT)
                .map(EtcdClient::response);
    }

    /** Opens a watch. */
    public Subscription watch(EtcdWatch request, StreamReceiver<EtcdWatch.Message> receiver) {
        return endpoint.open(EtcdWatch.watches(etcd), request, receiver);
    }

    private static EtcdResponse response(Reply<EtcdResponse> reply) {
        if (reply instanceof Reply.Answer<EtcdResponse> answer) {
            return answer.value();
        }
        Disconnect reason = ((Reply.Lost<EtcdResponse>) reply).reason();
        return new EtcdResponse.Unavailable(
                reason == Disconnect.TIMED_OUT
                        ? "etcdserver: request timed out"
                        : "rpc error: code = Unavailable desc = transport is closing");
    }
}
