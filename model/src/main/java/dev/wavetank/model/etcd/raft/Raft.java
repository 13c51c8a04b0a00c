package dev.wavetank.model.etcd.raft;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One member of a Raft group, from its start to its crash.
 *
 * <p>Followers take entries from one leader. A follower that hears nothing for an election timeout asks, in a
 * pre-vote, whether a majority would elect it, and only then begins a term. A member that hears from a leader votes
 * for no candidate, and a leader that gets no answers from a majority steps down ({@code --pre-vote} and {@code
 * CheckQuorum}, both on in etcd since v3.4).
 */
public final class Raft {

    /** What a member is at the moment. */
    public enum Role {
        /** Takes entries from a leader, if there is one. */
        FOLLOWER,
        /** Asks who would vote for it. */
        PRE_CANDIDATE,
        /** Asks for votes. */
        CANDIDATE,
        /** Was elected in this term. */
        LEADER
    }

    private final RaftHost host;
    private final RaftDisk disk;
    private final RaftSettings settings;
    private final DurableState state;
    private final Replica replica;
    private final RaftLog log;
    private final Set<String> votes = new LinkedHashSet<>();
    private Role role = Role.FOLLOWER;
    private String leader = "";
    private @Nullable Leadership leadership;

    private long heard;
    private long electionDue;

    /** A member that goes on from what is on its disk. */
    public Raft(RaftHost host, RaftDisk disk, RaftSettings settings) {
        this.host = host;
        this.disk = disk;
        this.settings = settings;
        this.replica = new Replica(host, disk, settings, this::membersChanged);
        this.state = replica.state();
        this.log = state.log;
    }

    /**
     * Begins to wait for a leader. A member with a blank disk waits for less than an election timeout, because no
     * member can be leading yet ({@code --initial-election-tick-advance}).
     */
    public void start() {
        long timeout = settings.electionTimeout();
        long wait = disk.isBlank()
                ? host.random().between(settings.heartbeatInterval(), timeout)
                : host.random().between(timeout, 2 * timeout);
        electionDue = host.now() + wait;
        host.after(wait, this::watchLeader);
    }

    /** What this member is. */
    public Role role() {
        return role;
    }

    /** The present term. */
    public long term() {
        return state.term;
    }

    /** Id of the leader of the present term, as far as this member knows; empty when it knows none. */
    public String leader() {
        return leader;
    }

    /** Index of the last entry that was executed. */
    public long applied() {
        return disk.applied();
    }

    /** Appends a command to the log, if this member leads. Whether it will be committed is not known yet. */
    public boolean propose(Command command) {
        if (leadership == null) {
            return false;
        }
        leadership.append(command);
        return true;
    }

    /**
     * Reports the index up to which a linearizable read has to wait, once a majority has confirmed that this member
     * leads.
     *
     * @param result takes the index; negative when this member is not, or does not stay, the leader
     */
    public void readIndex(Consumer<Long> result) {
        if (leadership == null) {
            result.accept(-1L);
        } else {
            leadership.readIndex(result);
        }
    }

    /** Takes a request of another member. The reply may come later, or never. */
    public void receive(RaftMessage.Request request, Consumer<RaftMessage.Answer> reply) {
        if (request instanceof RaftMessage.VoteRequest asked) {
            vote(asked, reply);
        } else if (request instanceof RaftMessage.Append append) {
            if (accepts(append, reply)) {
                replica.append(append, reply);
            }
        } else if (request instanceof RaftMessage.Heartbeat beat) {
            if (accepts(beat, reply)) {
                replica.commitTo(Math.min(beat.commit(), log.lastIndex()));
                long current = state.term;
                whenTermIsOnDisk(() -> reply.accept(new RaftMessage.HeartbeatAnswer(id(), current, beat.round())));
            }
        } else if (request instanceof RaftMessage.Install install) {
            if (accepts(install, reply)) {
                replica.install(install.snapshot(), reply);
            }
        } else if (request instanceof RaftMessage.Propose proposal) {
            propose(proposal.command());
            reply.accept(new RaftMessage.Proposed(id(), state.term));
        } else if (request instanceof RaftMessage.ReadIndexRequest) {
            readIndex(index -> reply.accept(new RaftMessage.ReadIndex(id(), state.term, index)));
        } else {
            throw new AssertionError("no case for " + request);
        }
    }

    /** Takes the answer to a request that was sent through the host. */
    public void answered(RaftMessage.Request request, RaftMessage.Answer answer) {
        if (answer instanceof RaftMessage.Vote granted && granted.granted()) {
            count((RaftMessage.VoteRequest) request, granted);
        } else if (answer.term() > state.term) {
            follow(answer.term(), "");
        } else if (leadership != null && request.term() == state.term) {
            leadership.answered(request, answer);
        }
    }

    /** Learns that a request got no answer. */
    public void unanswered(String member, RaftMessage.Request request) {
        if (leadership != null && request.term() == state.term) {
            leadership.unanswered(member, request);
        }
    }

    private void watchLeader() {
        if (role == Role.LEADER) {
            Objects.requireNonNull(leadership).checkQuorum();
            host.after(settings.electionTimeout(), this::watchLeader);
            return;
        }
        if (host.now() >= electionDue) {
            waitForLeader();
            if (disk.members().contains(id())) {
                campaign(true);
            }
        }
        host.after(Math.max(1, electionDue - host.now()), this::watchLeader);
    }

    private void waitForLeader() {
        long timeout = settings.electionTimeout();
        electionDue = host.now() + host.random().between(timeout, 2 * timeout);
    }

    private boolean hearsLeader() {
        return role == Role.LEADER || !leader.isEmpty() && host.now() - heard < settings.electionTimeout();
    }

    private void campaign(boolean pre) {
        boolean lostLeader = !leader.isEmpty();
        role = pre ? Role.PRE_CANDIDATE : Role.CANDIDATE;
        leader = "";
        votes.clear();
        if (!pre) {
            state.term++;
            state.vote = id();
        }
        if (lostLeader) {
            host.leaderChanged();
        }
        long asked = pre ? state.term + 1 : state.term;
        RaftMessage.VoteRequest request =
                new RaftMessage.VoteRequest(id(), asked, log.lastIndex(), log.lastTerm(), pre);
        whenTermIsOnDisk(() -> {
            if (isCandidate(request)) {
                others().forEach(member -> host.send(member, request));
                count(request, new RaftMessage.Vote(id(), asked, true));
            }
        });
    }

    private boolean isCandidate(RaftMessage.VoteRequest request) {
        return request.pre()
                ? role == Role.PRE_CANDIDATE && request.term() == state.term + 1
                : role == Role.CANDIDATE && request.term() == state.term;
    }

    private void count(RaftMessage.VoteRequest request, RaftMessage.Vote granted) {
        if (!isCandidate(request)) {
            return;
        }
        votes.add(granted.from());
        if (votes.size() >= settings.quorums().toElect(disk.members().size())) {
            if (request.pre()) {
                campaign(false);
            } else {
                role = Role.LEADER;
                leader = id();
                leadership = new Leadership(this, host, settings);
                leadership.begin();
                host.leaderChanged();
            }
        }
    }

    private void vote(RaftMessage.VoteRequest asked, Consumer<RaftMessage.Answer> reply) {
        boolean upToDate = asked.lastTerm() > log.lastTerm()
                || asked.lastTerm() == log.lastTerm() && asked.lastIndex() >= log.lastIndex();
        if (hearsLeader() || asked.pre()) {
            boolean would = !hearsLeader() && upToDate && asked.term() > state.term;
            reply.accept(new RaftMessage.Vote(id(), would ? asked.term() : state.term, would));
            return;
        }
        if (asked.term() > state.term) {
            follow(asked.term(), "");
        }
        boolean granted =
                asked.term() == state.term && upToDate && (state.vote.isEmpty() || state.vote.equals(asked.from()));
        if (granted) {
            state.vote = asked.from();
            waitForLeader();
        }
        long current = state.term;
        whenTermIsOnDisk(() -> reply.accept(new RaftMessage.Vote(id(), current, granted)));
    }

    /** Whether a request comes from the leader of this term, who is followed from now on. */
    private boolean accepts(RaftMessage.Request request, Consumer<RaftMessage.Answer> reply) {
        if (request.term() < state.term) {
            reply.accept(
                    request instanceof RaftMessage.Heartbeat beat
                            ? new RaftMessage.HeartbeatAnswer(id(), state.term, beat.round())
                            : new RaftMessage.Appended(id(), state.term, false, 0));
            return false;
        }
        follow(request.term(), request.from());
        heard = host.now();
        waitForLeader();
        return true;
    }

    private void whenTermIsOnDisk(Runnable then) {
        state.write(List.of(), 0, then);
    }

    void follow(long latest, String leads) {
        boolean changed = latest != state.term || !leads.equals(leader);
        if (latest > state.term) {
            state.term = latest;
            state.vote = "";
        }
        role = Role.FOLLOWER;
        leader = leads;
        if (leadership != null) {
            Leadership over = leadership;
            leadership = null;
            waitForLeader();
            over.end();
        }
        if (changed) {
            host.leaderChanged();
        }
    }

    private void membersChanged() {
        if (leadership != null) {
            leadership.membersChanged();
        }
    }

    String id() {
        return disk.id();
    }

    List<String> members() {
        return disk.members();
    }

    List<String> others() {
        return disk.members().stream().filter(member -> !member.equals(id())).toList();
    }

    DurableState state() {
        return state;
    }

    Replica replica() {
        return replica;
    }
}
