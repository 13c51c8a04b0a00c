package dev.wavetank.sim.toys.consensus;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.toys.ToyWorld;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A question to all nodes, put again to each until it answers or more than half have said yes. */
final class Poll<Q, R> {

    private static final long RETRY = 200 * VirtualTime.MICROSECOND;

    private final Context context;
    private final Endpoint endpoint;
    private final Predicate<R> yes;
    private final Consumer<List<R>> majority;
    private final Set<String> answered = new LinkedHashSet<>();
    private final Set<String> inFavour = new LinkedHashSet<>();
    private final List<R> votes = new ArrayList<>();
    private boolean closed;

    /**
     * A question that has not been put yet.
     *
     * @param yes which answers are in favour
     * @param majority called once, with the answers in favour
     */
    Poll(Context context, Endpoint endpoint, Predicate<R> yes, Consumer<List<R>> majority) {
        this.context = context;
        this.endpoint = endpoint;
        this.yes = yes;
        this.majority = majority;
    }

    /** @param countsAnswers whether a voter that answers twice counts twice */
    void ask(List<String> voters, String service, Q question, boolean countsAnswers) {
        for (String voter : voters) {
            ask(new Address<>(voter, service), question, answer -> {
                answered.add(voter);
                if (yes.test(answer)) {
                    inFavour.add(voter);
                    votes.add(answer);
                }
                int count = countsAnswers ? votes.size() : inFavour.size();
                if (2 * count > voters.size()) {
                    closed = true;
                    majority.accept(votes);
                }
            });
        }
    }

    private void ask(Address<Q, R> voter, Q question, Consumer<R> count) {
        if (closed || answered.contains(voter.component())) {
            return;
        }
        endpoint.call(voter, question, ToyWorld.CALL_TIMEOUT).whenDone(reply -> {
            if (!closed && reply instanceof Reply.Answer<R> answer) {
                count.accept(answer.value());
            }
        });
        context.after(RETRY, () -> ask(voter, question, count));
    }

    /** Nobody wants to know any more. */
    void close() {
        closed = true;
    }
}
