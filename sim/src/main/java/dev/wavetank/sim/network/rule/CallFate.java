package dev.wavetank.sim.network.rule;

/**
 * What rules have decided about one call.
 *
 * @param requestVanishes whether it never arrives
 * @param refused whether it is turned away as by nobody
 * @param throttled whether it is turned away by a busy server
 * @param answerVanishes whether nothing comes back
 */
public record CallFate(boolean requestVanishes, boolean refused, boolean throttled, boolean answerVanishes) {

    public static final CallFate UNDISTURBED = new CallFate(false, false, false, false);

    public CallFate and(CallRule.Outcome outcome) {
        return switch (outcome) {
            case TIMED_OUT -> new CallFate(true, refused, throttled, answerVanishes);
            case REFUSED -> new CallFate(requestVanishes, true, throttled, answerVanishes);
            case THROTTLED -> new CallFate(requestVanishes, refused, true, answerVanishes);
            case ANSWER_LOST -> new CallFate(requestVanishes, refused, throttled, true);
        };
    }
}
