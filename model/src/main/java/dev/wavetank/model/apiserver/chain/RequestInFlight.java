package dev.wavetank.model.apiserver.chain;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Decision;
import dev.wavetank.sim.Completion;

/**
 * The context of one request on its way along the chain: what came, and what the links have found out about it so
 * far.
 */
public final class RequestInFlight {

    private final Incoming incoming;
    private final long received;
    private User requester;
    private User user;
    private Attributes attributes;
    private Decision decision;
    private boolean executed;

    /** Neighbours among the requests that {@link RequestTimeout} watches over, and what it promised. */
    RequestInFlight older;

    RequestInFlight newer;
    Completion<ApiResponse> promised;

    /**
     * A request that nothing is known of.
     *
     * @param received virtual time at which it came, in nanoseconds
     */
    public RequestInFlight(Incoming incoming, long received) {
        this.incoming = incoming;
        this.received = received;
    }

    /** What came. */
    public Incoming incoming() {
        return incoming;
    }

    /** Virtual time at which it came, in nanoseconds. */
    public long received() {
        return received;
    }

    /** The user as which it is executed; null before authentication and when that has failed. */
    public User user() {
        return user;
    }

    /** Who sent it: not the same as {@link #user} when the sender impersonates another user. */
    public User requester() {
        return requester;
    }

    /** Name of the user, or the empty string when the user is not known. */
    public String userName() {
        return user == null ? "" : user.name();
    }

    /** It is known now who sent it. */
    public void authenticatedAs(User authenticated) {
        requester = authenticated;
        executeAs(authenticated);
    }

    /** It is to be executed as this user. */
    public void executeAs(User other) {
        user = other;
        attributes = null;
    }

    /** The attributes that authorization judges. */
    public Attributes attributes() {
        if (attributes == null) {
            attributes = incoming.attributes(user == null ? User.ANONYMOUS : user);
        }
        return attributes;
    }

    /** What authorization said; null before. */
    public Decision decision() {
        return decision;
    }

    /** Authorization has said this. */
    public void decided(Decision said) {
        decision = said;
    }

    /** Whether the execution has answered, rather than a link before it. */
    public boolean isExecuted() {
        return executed;
    }

    /** The execution has answered. */
    public void markExecuted() {
        executed = true;
    }
}
