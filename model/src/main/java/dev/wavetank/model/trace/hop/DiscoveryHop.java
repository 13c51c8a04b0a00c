package dev.wavetank.model.trace.hop;

/**
 * kubectl knows what the server serves, because it has just asked.
 *
 * @param documents how many documents the server sent
 */
public record DiscoveryHop(int documents) implements Hop {

    /** The requests for them, as the API server saw them, are no news to a reader of this record. */
    public static boolean isPart(Hop hop) {
        return hop instanceof ServerHop && hop.subject().matches("(get )?/apis?(/[^/?]+){0,2}\\?timeout=32s");
    }

    @Override
    public Spent spent() {
        return Spent.NETWORK;
    }

    @Override
    public String type() {
        return "kubectl.discovery";
    }

    @Override
    public String subject() {
        return "";
    }

    @Override
    public void describe(Fields out) {
        out.number("documents", documents);
    }
}
