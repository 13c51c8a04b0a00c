package dev.wavetank.model.apiserver.authz;

import dev.wavetank.sim.Completion;
import org.jspecify.annotations.Nullable;

/**
 * What an authorizer says.
 *
 * @param verdict permit, forbid, or neither
 * @param reason why; the empty string when there is nothing to say
 * @param error what kept an authorizer from judging; the empty string when nothing did
 * @param by for readers of a trace: which authorizer permits, and why where it gives no reason; the empty string when
 *     it is not known
 */
public record Decision(Kind verdict, String reason, String error, String by) {

    /** What may be said. */
    public enum Kind {
        ALLOW,
        DENY,
        NO_OPINION
    }

    /** A decision that nothing stood in the way of. */
    public Decision(@Nullable Kind verdict, @Nullable String reason) {
        this(verdict, reason, "", "");
    }

    /** Permits without reason, in the name of an authorizer. */
    public static Decision allowed(String by) {
        return new Decision(Kind.ALLOW, "", "", by);
    }

    /** Neither permits nor forbids, without reason. */
    public static final Decision NO_OPINION = new Decision(Kind.NO_OPINION, "");

    /** Permits without reason. */
    public static final Decision ALLOW = new Decision(Kind.ALLOW, "");

    /** Neither permits nor forbids, for a reason. */
    public static Decision noOpinion(String reason) {
        return reason.isEmpty() ? NO_OPINION : new Decision(Kind.NO_OPINION, reason);
    }

    /** Neither permits nor forbids, since it could not be judged. */
    public static Decision failed(String error) {
        return new Decision(Kind.NO_OPINION, "", error, "");
    }

    /** The same, in the name of an authorizer. */
    public Decision by(String authorizer) {
        return new Decision(verdict, reason, error, authorizer);
    }

    /** Whether it could not be judged, and so is not permitted: the fault is the server's. */
    public boolean hasFailed() {
        return verdict != Kind.ALLOW && !error.isEmpty();
    }

    /** Whether it may be done. */
    public boolean isAllowed() {
        return verdict == Kind.ALLOW;
    }

    /** Whether no further authorizer needs to be consulted. */
    public boolean isFinal() {
        return verdict != Kind.NO_OPINION;
    }

    /** This decision as an answer that is there already. */
    public Completion<Decision> now() {
        return Completion.of(this);
    }
}
