package dev.wavetank.sim.fault;

import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallRule.Outcome;
import dev.wavetank.sim.network.rule.LinkSelector;
import java.util.List;

/**
 * Some of the matching requests fail while the fault is open: a number of them, from the nth on. Aimed at one
 * request, it reaches intermediate states that random faults rarely find.
 *
 * <ul>
 *   <li>{@code requestRefused}: the server turns it away. Not carried out, and the client knows it at once:
 * finds work       that is not taken up again.
 *   <li>{@code requestTimeout}: it is lost on its way. Not carried out, and the client waits for its deadline.
 *   <li>{@code answerLost}: it is carried out, and for the client this looks like a request that was lost. Finds
 *       clients that repeat what must not be done twice, and those that forget what they have done.
 *   <li>{@code requestThrottled}: the server has too much to do (429). Not carried out, and the client is to
 * come again       later: finds clients that take this for a failure.
 * </ul>
 *
 * @param rule which requests, and what happens to them
 */
public record RequestFault(CallRule rule) implements KernelFault {

    @Override
    public String kind() {
        return kind(rule.outcome());
    }

    /** The name of the kind of fault with this outcome. */
    public static String kind(Outcome outcome) {
        return switch (outcome) {
            case REFUSED -> "requestRefused";
            case TIMED_OUT -> "requestTimeout";
            case ANSWER_LOST -> "answerLost";
            case THROTTLED -> "requestThrottled";
        };
    }

    @Override
    public String target() {
        String which = rule.count() == 1
                ? " number " + rule.first()
                : " numbers " + rule.first() + " to " + (rule.first() + (long) rule.count() - 1);
        return rule.calls() + which;
    }

    @Override
    public List<String> components() {
        return List.of(rule.calls().to());
    }

    @Override
    public List<String> actors() {
        return List.of(rule.calls().from());
    }

    /** A client that knows, or rightly assumes, that nothing was executed is not deceived. */
    @Override
    public boolean canDeceive(String client, String server) {
        return rule.outcome() == Outcome.ANSWER_LOST
                && LinkSelector.covers(rule.calls().from(), client)
                && LinkSelector.covers(rule.calls().to(), server);
    }
}
