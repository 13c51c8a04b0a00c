package dev.wavetank.sim.network.rule;

/**
 * Which calls or streams something applies to, in the words of their requests. Each part is a text, or a prefix
 * followed by {@code *}.
 *
 * <p>A request that is no {@link Operation} has the name of its service for a verb and an empty subject.
 *
 * @param from the client's component, or the {@link Operation#actor} of its requests
 * @param to the server's component
 * @param verb what is asked for
 * @param subject what it is asked of
 */
public record CallSelector(String from, String to, String verb, String subject) {

    /** Every call and every stream. */
    public static final CallSelector ANY = new CallSelector("*", "*", "*", "*");

    /**
     * Whether a request is among them.
     *
     * @param caller name of the component that sends it
     * @param address where it is sent
     */
    public boolean matches(String caller, Address<?, ?> address, Object request) {
        if (!LinkSelector.covers(to, address.component())) {
            return false;
        }
        if (request instanceof Operation operation) {
            return isFrom(caller, operation.actor())
                    && LinkSelector.covers(verb, operation.verb())
                    && LinkSelector.covers(subject, operation.subject());
        }
        return isFrom(caller, "") && LinkSelector.covers(verb, address.service()) && LinkSelector.covers(subject, "");
    }

    /** Such as {@code replicaset-controller -> kube-apiserver create pods/default/*}. */
    @Override
    public String toString() {
        return from + " -> " + to + " " + verb + " " + subject;
    }

    private boolean isFrom(String caller, String actor) {
        return LinkSelector.covers(from, caller) || !actor.isEmpty() && LinkSelector.covers(from, actor);
    }
}
