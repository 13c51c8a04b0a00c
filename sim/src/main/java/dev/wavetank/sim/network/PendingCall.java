package dev.wavetank.sim.network;

import dev.wavetank.sim.Completion;
import dev.wavetank.sim.Event;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.CallFate;
import dev.wavetank.sim.network.rule.Operation;

/** One call as its caller sees it, from sending to its reply or its loss. */
final class PendingCall<Q, R> extends OpenCalls.Entry {

    private final Network network;
    private final Endpoint caller;
    private final Address<Q, R> address;
    private final Q request;
    private final Completion<Reply<R>> reply;
    private long deadline;
    private boolean connectionReset;

    PendingCall(Network network, Endpoint caller, Address<Q, R> address, Q request) {
        this.network = network;
        this.caller = caller;
        this.address = address;
        this.request = request;
        this.reply = new Completion<>(caller.context());
    }

    Completion<Reply<R>> reply() {
        return reply;
    }

    Endpoint caller() {
        return caller;
    }

    Address<Q, R> address() {
        return address;
    }

    Q request() {
        return request;
    }

    boolean isConnectionReset() {
        return connectionReset;
    }

    void send(long timeout) {
        if (!caller.context().isAlive()) {
            return;
        }
        deadline = caller.schedule(timeout, new Finish<>(this, new Reply.Lost<>(Disconnect.TIMED_OUT)));
        caller.begin(this);
        String from = caller.context().name();
        CallFate fate = network.fate(from, address, request);
        String actor = Operation.actor(from, request);
        CallLanes lanes = caller.callLanes(address.component(), actor);
        Lane requests = lanes.requests();
        Lane answers = lanes.answers();
        // Both latencies belong to the n-th request of the caller, in whichever order the answers are sent.
        carry(requests.transit(requests.latency(), false), new AnswerWay(answers, answers.latency(), fate, false));
        for (int duplicates = requests.duplicates(); duplicates > 0; duplicates--) {
            carry(
                    requests.transit(requests.latencyOfDuplicate(), true),
                    new AnswerWay(answers, answers.latencyOfDuplicate(), fate, true));
        }
    }

    private void carry(long delay, AnswerWay back) {
        if (delay != Link.DROPPED && !back.fate().requestVanishes()) {
            network.arriveAfter(delay, address.component(), new InboundCall<>(network, this, back));
        }
    }

    /** An answer has come over the network. */
    void answered(Reply<R> answer) {
        if (!connectionReset) {
            finish(answer);
        }
    }

    /** Breaks the connection of the call. Returns whether the call was still pending. */
    boolean resetConnection() {
        if (connectionReset) {
            return false;
        }
        connectionReset = true;
        network.simulation().cancel(deadline);
        caller.schedule(0, new Finish<>(this, new Reply.Lost<>(Disconnect.RESET)));
        return true;
    }

    private void finish(Reply<R> outcome) {
        if (!reply.isDone()) {
            network.simulation().cancel(deadline);
            caller.end(this);
            reply.complete(outcome);
        }
    }

    /** Ends the call without an answer. A named class for speed, see {@link Completion}. */
    private record Finish<R>(PendingCall<?, R> call, Reply<R> outcome) implements Event {
        @Override
        public void fire() {
            call.finish(outcome);
        }
    }
}
