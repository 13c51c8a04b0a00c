package dev.wavetank.model.trace.hop;

/**
 * kubectl sends a request, the first one or after the answer to another.
 *
 * @param request verb and what it is about, such as {@code create deployments/default/web}
 * @param groupVersion the group and version that it speaks, such as {@code apps/v1}
 */
public record SendHop(String request, String groupVersion) implements Hop {

    @Override
    public Spent spent() {
        return Spent.NETWORK;
    }

    @Override
    public String type() {
        return "kubectl.request";
    }

    @Override
    public String subject() {
        return request;
    }

    @Override
    public void describe(Fields out) {
        out.text("request", request).text("groupVersion", groupVersion);
    }
}
