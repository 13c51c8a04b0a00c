package dev.wavetank.junit;

import dev.wavetank.sim.liveness.Outcome;
import java.util.List;
import java.util.Locale;

/**
 * What the runs of a storm were.
 *
 * @param runs how many were made
 * @param unknown how many of them ended before every invariant could be judged
 * @param podsCreated how many pods were created in all of them together
 * @param faultsHit how many faults of all of them had an effect
 * @param faultsMissed how many had none, because their targets were not there
 * @param isCut whether the budget of time, or a failure, ended them before the last seed
 * @param notSimulated what the scenario asks for and the model accepts without simulating it
 */
public record StormResult(
        long runs,
        long unknown,
        long podsCreated,
        long faultsHit,
        long faultsMissed,
        boolean isCut,
        List<String> notSimulated) {

    static final StormResult NONE = new StormResult(0, 0, 0, 0, 0, false, List.of());

    /** Keeps a copy. */
    public StormResult {
        notSimulated = List.copyOf(notSimulated);
    }

    StormResult with(Outcome outcome, int pods, long hit, long missed) {
        return new StormResult(
                runs + 1,
                unknown + (outcome == Outcome.UNKNOWN ? 1 : 0),
                podsCreated + pods,
                faultsHit + hit,
                faultsMissed + missed,
                isCut,
                notSimulated);
    }

    StormResult cut(boolean cut) {
        return new StormResult(runs, unknown, podsCreated, faultsHit, faultsMissed, cut, notSimulated);
    }

    StormResult withNotSimulated(List<String> what) {
        return new StormResult(runs, unknown, podsCreated, faultsHit, faultsMissed, isCut, what);
    }

    /** In a sentence. */
    @Override
    public String toString() {
        String counts = String.format(
                Locale.ROOT,
                "%d runs%s, %d of them not judged to the end; %d pods created; %d faults had an effect, %d had none",
                runs,
                isCut ? ", fewer than asked for" : "",
                unknown,
                podsCreated,
                faultsHit,
                faultsMissed);
        return notSimulated.isEmpty() ? counts : counts + "; " + String.join("; ", notSimulated);
    }
}
