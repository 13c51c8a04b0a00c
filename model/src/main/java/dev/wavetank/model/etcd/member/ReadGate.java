package dev.wavetank.model.etcd.member;

import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.etcd.EtcdErrors;
import dev.wavetank.model.etcd.raft.Raft;
import dev.wavetank.model.etcd.raft.RaftMessage;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Holds linearizable reads back until this member has executed all that was committed before they came: asks the
 * leader for the index, waits for it, and lets them through. Reads that come meanwhile ask together with the next
 * question.
 */
final class ReadGate {

    /** After how long a lost question is asked again ({@code readIndexRetryTime}). */
    private static final long RETRY = 500 * VirtualTime.MILLISECOND;

    private final Context context;
    private final Peers peers;
    private final Raft raft;
    private final String id;
    private final TreeMap<Long, List<Waiting>> untilApplied = new TreeMap<>();
    private List<Waiting> waiting = new ArrayList<>();
    private @Nullable Question asked;

    /** A read that waits. */
    private static final class Waiting {
        private final Consumer<Optional<String>> then;
        private @Nullable Timer timer;
        private boolean over;

        private Waiting(Consumer<Optional<String>> then) {
            this.then = then;
        }

        private void end(Optional<String> error) {
            if (!over) {
                over = true;
                Objects.requireNonNull(timer).cancel();
                then.accept(error);
            }
        }
    }

    private record Question(List<Waiting> reads, String leader, long term) {}

    ReadGate(Context context, Peers peers, Raft raft, String id) {
        this.context = context;
        this.peers = peers;
        this.raft = raft;
        this.id = id;
    }

    /** Lets {@code then} run when the store is up to date: with nothing, or with what went wrong. */
    void await(Consumer<Optional<String>> then) {
        Waiting read = new Waiting(then);
        read.timer = context.after(EtcdClient.REQUEST_TIMEOUT, () -> read.end(Optional.of(EtcdErrors.TIMEOUT)));
        waiting.add(read);
        ask();
    }

    private void ask() {
        waiting.removeIf(read -> read.over);
        if (asked != null || waiting.isEmpty() || raft.leader().isEmpty()) {
            return;
        }
        Question question = new Question(waiting, raft.leader(), raft.term());
        waiting = new ArrayList<>();
        asked = question;
        if (raft.role() == Raft.Role.LEADER) {
            raft.readIndex(index -> answer(question, index));
        } else {
            peers.send(
                    question.leader(),
                    new RaftMessage.ReadIndexRequest(id, question.term()),
                    reply -> answer(question, ((RaftMessage.ReadIndex) reply).index()),
                    () -> context.after(RETRY, () -> askAgain(question)));
        }
    }

    private void askAgain(Question question) {
        if (asked == question) {
            asked = null;
            waiting.addAll(0, question.reads());
            ask();
        }
    }

    private void answer(Question question, long index) {
        if (asked != question) {
            return;
        }
        asked = null;
        if (index < 0) {
            question.reads().forEach(read -> read.end(Optional.of(EtcdErrors.LEADER_CHANGED)));
        } else if (raft.applied() >= index) {
            question.reads().forEach(read -> read.end(Optional.empty()));
        } else {
            untilApplied.computeIfAbsent(index, first -> new ArrayList<>()).addAll(question.reads());
        }
        ask();
    }

    /** The store has executed everything up to an index. */
    void applied(long index) {
        while (!untilApplied.isEmpty() && untilApplied.firstKey() <= index) {
            untilApplied.pollFirstEntry().getValue().forEach(read -> read.end(Optional.empty()));
        }
    }

    void leaderChanged() {
        if (raft.leader().isEmpty()) {
            return;
        }
        Question open = asked;
        if (open != null && (open.term() != raft.term() || !open.leader().equals(raft.leader()))) {
            answer(open, -1);
        } else {
            ask();
        }
    }
}
