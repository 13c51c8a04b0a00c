package dev.wavetank.model.trace.hop;

/**
 * A client has waited until its rate limit permits a request.
 *
 * @param agent name of the program
 * @param verb of the request
 * @param object what the request is about, such as {@code pods/default/web-1}
 */
public record ThrottleHop(String agent, String verb, String object) implements Hop {

    @Override
    public Spent spent() {
        return Spent.THROTTLED;
    }

    @Override
    public String type() {
        return "client.throttled";
    }

    @Override
    public String subject() {
        return object;
    }

    @Override
    public String actor(String component) {
        return agent;
    }

    @Override
    public void describe(Fields out) {
        out.text("agent", agent).text("verb", verb).text("object", object);
    }
}
