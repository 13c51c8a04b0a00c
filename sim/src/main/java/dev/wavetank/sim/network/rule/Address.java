package dev.wavetank.sim.network.rule;

/**
 * Where a service is to be found.
 *
 * @param component name of the component that serves
 * @param service name of the service at that component
 * @param <Q> type of the requests
 * @param <R> type of the responses, or of the messages of a stream
 */
@SuppressWarnings("unused") // the type parameters say what may be sent there
public record Address<Q, R>(String component, String service) {}
