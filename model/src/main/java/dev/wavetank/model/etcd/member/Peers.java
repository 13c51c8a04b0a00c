package dev.wavetank.model.etcd.member;

import dev.wavetank.model.etcd.raft.Raft;
import dev.wavetank.model.etcd.raft.RaftMessage;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.network.rule.Address;
import java.util.function.Consumer;

/** The way to the other members. */
final class Peers {

    /** A message and its addressee: another member may use the address by now. */
    private record Envelope(String to, RaftMessage.Request request) {}

    private final Endpoint endpoint;
    private final String id;
    private final long timeout;

    Peers(Endpoint endpoint, String id, long timeout) {
        this.endpoint = endpoint;
        this.id = id;
        this.timeout = timeout;
    }

    void serve(Context context, Raft raft) {
        endpoint.serve(service(context.name()), (caller, envelope, responder) -> {
            if (envelope.to().equals(id)) {
                raft.receive(envelope.request(), responder::respond);
            }
        });
    }

    void send(String to, RaftMessage.Request request, Consumer<RaftMessage.Answer> answered, Runnable lost) {
        endpoint.call(service(EtcdGroup.component(to)), new Envelope(to, request), timeout)
                .whenDone(reply -> {
                    if (reply instanceof Reply.Answer<RaftMessage.Answer> answer) {
                        answered.accept(answer.value());
                    } else {
                        lost.run();
                    }
                });
    }

    private static Address<Envelope, RaftMessage.Answer> service(String member) {
        return new Address<>(member, "raft");
    }
}
