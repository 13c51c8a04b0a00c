package dev.wavetank.model.trace.hop;

/**
 * A component sends a request. What was before it, the component has worked, or waited for something of its own.
 *
 * @param agent user agent of the client
 * @param request verb and what it is about
 */
public record ClientHop(String agent, String request) implements Hop {

    @Override
    public Spent spent() {
        return Spent.WORKING;
    }

    @Override
    public String type() {
        return "client.request";
    }

    @Override
    public String subject() {
        return request;
    }

    @Override
    public void describe(Fields out) {
        out.text("agent", agent).text("request", request);
    }
}
