package dev.wavetank.model.trace.hop;

/**
 * The API server has found out who sends a request.
 *
 * @param user name of the user
 * @param groups of the user, separated by commas
 * @param method such as {@code token} or {@code x509}
 * @param agent name of the program that asks
 * @param request verb and path
 */
public record AuthenticationHop(String user, String groups, String method, String agent, String request)
        implements Hop {

    @Override
    public Spent spent() {
        return Spent.NETWORK;
    }

    @Override
    public String type() {
        return "api.authenticated";
    }

    @Override
    public String subject() {
        return request;
    }

    @Override
    public void describe(Fields out) {
        out.text("user", user)
                .text("groups", groups)
                .text("method", method)
                .text("agent", agent)
                .text("request", request);
    }
}
