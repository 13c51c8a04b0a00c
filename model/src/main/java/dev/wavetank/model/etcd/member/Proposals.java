package dev.wavetank.model.etcd.member;

import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.etcd.EtcdErrors;
import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.etcd.raft.Command;
import dev.wavetank.model.etcd.raft.Raft;
import dev.wavetank.model.etcd.raft.RaftMessage;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import dev.wavetank.sim.network.CallHandler.Responder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The writes that this member was asked for and that it has not executed yet. They go to the leader once; one that is
 * lost on the way, or with a leader, is not sent again, and its client hears of a timeout.
 */
final class Proposals {

    private final Context context;
    private final Peers peers;
    private final Raft raft;
    private final String id;
    private final long electionTimeout;
    private final Map<Command, Waiting> waiting = new LinkedHashMap<>();
    private final List<Command> unsent = new ArrayList<>();
    private final String origin;
    private long numbers;
    private long electedAt = -1;

    private record Waiting(Responder<EtcdResponse> responder, Timer timer) {}

    Proposals(Context context, Peers peers, Raft raft, String id, long electionTimeout) {
        this.context = context;
        this.peers = peers;
        this.raft = raft;
        this.id = id;
        this.electionTimeout = electionTimeout;
        this.origin = id + "/" + context.incarnation();
    }

    void submit(EtcdRequest.Write write, Responder<EtcdResponse> responder) {
        numbers++;
        submit(new Proposal(origin, numbers, write), responder);
    }

    void submit(Command command, Responder<EtcdResponse> responder) {
        long asked = context.now();
        Timer timer = context.after(EtcdClient.REQUEST_TIMEOUT, () -> giveUp(command, asked));
        waiting.put(command, new Waiting(responder, timer));
        send(command);
    }

    private void send(Command command) {
        if (raft.propose(command)) {
            return;
        }
        if (raft.leader().isEmpty()) {
            unsent.add(command);
        } else {
            peers.send(raft.leader(), new RaftMessage.Propose(id, raft.term(), command), answer -> {}, () -> {});
        }
    }

    void leaderChanged() {
        if (raft.leader().isEmpty()) {
            return;
        }
        electedAt = context.now();
        List<Command> ready = new ArrayList<>(unsent);
        unsent.clear();
        ready.forEach(this::send);
    }

    /** A command was executed. */
    void executed(Command command, EtcdResponse response) {
        Waiting who = waiting.remove(command);
        if (who != null) {
            who.timer().cancel();
            who.responder().respond(response);
        }
    }

    private void giveUp(Command command, long asked) {
        unsent.remove(command);
        boolean leaderLost = electedAt >= 0 && asked > electedAt - 2 * electionTimeout && asked < electedAt;
        executed(
                command,
                new EtcdResponse.Unavailable(leaderLost ? EtcdErrors.TIMEOUT_LEADER_LOST : EtcdErrors.TIMEOUT));
    }
}
