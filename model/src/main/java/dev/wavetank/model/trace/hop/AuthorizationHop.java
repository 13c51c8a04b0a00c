package dev.wavetank.model.trace.hop;

/**
 * The API server permits a request, or forbids it.
 *
 * @param user name of the user
 * @param request verb and path
 * @param allowed whether it is permitted
 * @param reason the rule that permits it, or why none does; empty where the authorizer gives none
 */
public record AuthorizationHop(String user, String request, boolean allowed, String reason) implements Hop {

    @Override
    public Spent spent() {
        return Spent.API_SERVER;
    }

    @Override
    public String type() {
        return "api.authorized";
    }

    @Override
    public String subject() {
        return request;
    }

    @Override
    public void describe(Fields out) {
        out.text("user", user)
                .text("request", request)
                .number("allowed", allowed ? 1 : 0)
                .text("reason", reason);
    }
}
