package dev.wavetank.sim.network.rule;

/**
 * The fate of one call under the rules.
 *
 * @param requestVanishes whether it never arrives
 * @param refused whether it is refused as by a port without a server
 * @param throttled whether it is rejected by a busy server
 * @param answerVanishes whether the response is lost
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
