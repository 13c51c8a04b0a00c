package dev.wavetank.model.etcd;

import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.Subscription;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Talks to etcd, to one member at a time. When that one does not answer as it should, the next request goes to
 * the next one. A request that was surely not executed, and a read whose connection broke, are sent on to the
 * next member at once, as the real client library does; nothing else is sent again: who asked must decide, because a
 * transaction without an answer may have been committed.
 */
public final class EtcdClient {

    /** After how long a request is given up, in nanoseconds: etcd's own limit of 5 s and two elections of 1 s. */
    public static final long REQUEST_TIMEOUT = 7 * VirtualTime.SECOND;

    /** How much longer a client waits for a member of a group, which has the same limit, to say what went wrong. */
    private static final long GRACE = VirtualTime.SECOND;

    private final Endpoint endpoint;
    private final List<String> members;
    private final UnaryOperator<Completion<EtcdResponse>> carrier;
    private int current;

    /**
     * A client of etcd.
     *
     * @param members names of the member components, at least one, in the order in which they are used
     *     ({@code --etcd-servers})
     */
    public EtcdClient(Endpoint endpoint, List<String> members) {
        this(endpoint, members, UnaryOperator.identity());
    }

    /**
     * A client of etcd that passes every answer on in its caller's way.
     *
     * @param members names of the member components, as above
     * @param carrier makes of an answer the one that the caller gets, when the request is sent
     */
    public EtcdClient(Endpoint endpoint, List<String> members, UnaryOperator<Completion<EtcdResponse>> carrier) {
        this.carrier = carrier;
        this.endpoint = endpoint;
        this.members = List.copyOf(members);
    }

    /** The member that the next request goes to. */
    public String member() {
        return members.get(current);
    }

    /** Sends a request. */
    public Completion<EtcdResponse> send(EtcdRequest request) {
        return carrier.apply(send(request, members.size() - 1));
    }

    private Completion<EtcdResponse> send(EtcdRequest request, int others) {
        String member = member();
        long timeout = members.size() == 1 ? REQUEST_TIMEOUT : REQUEST_TIMEOUT + GRACE;
        return endpoint.call(EtcdRequest.requests(member), request, timeout).then(reply -> {
            EtcdResponse response = response(reply);
            if (response instanceof EtcdResponse.Unavailable) {
                leave(member);
            }
            return others > 0 && maySendOn(request, reply) ? send(request, others - 1) : Completion.of(response);
        });
    }

    private static boolean maySendOn(EtcdRequest request, Reply<EtcdResponse> reply) {
        return reply instanceof Reply.Lost<EtcdResponse> lost
                && (lost.reason() == Disconnect.REFUSED
                        || lost.reason() == Disconnect.THROTTLED
                        || lost.reason() == Disconnect.RESET && request instanceof EtcdRequest.Read);
    }

    private void leave(String member) {
        if (member.equals(member())) {
            current = (current + 1) % members.size();
        }
    }

    /** Opens a watch. When it ends, the next one goes to another member. */
    public Subscription watch(EtcdWatch request, StreamReceiver<EtcdWatch.Message> receiver) {
        if (members.size() == 1) {
            return endpoint.open(EtcdWatch.watches(member()), request, receiver);
        }
        String member = member();
        return endpoint.open(EtcdWatch.watches(member), request, new StreamReceiver<>() {
            @Override
            public void receive(EtcdWatch.Message message) {
                receiver.receive(message);
            }

            @Override
            public void closed(Disconnect reason) {
                leave(member);
                receiver.closed(reason);
            }
        });
    }

    private static EtcdResponse response(Reply<EtcdResponse> reply) {
        if (reply instanceof Reply.Answer<EtcdResponse> answer) {
            return answer.value();
        }
        Disconnect reason = ((Reply.Lost<EtcdResponse>) reply).reason();
        return new EtcdResponse.Unavailable(
                reason == Disconnect.TIMED_OUT ? EtcdErrors.TIMEOUT : EtcdErrors.TRANSPORT_CLOSING);
    }
}
