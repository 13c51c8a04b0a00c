package dev.wavetank.model.trace.hop;

/**
 * A user has typed a command, and it has passed the checks of the client. Before that the cluster has waited for the
 * user.
 *
 * @param words the command, without {@code kubectl}
 */
public record CommandHop(String words) implements Hop {

    @Override
    public Spent spent() {
        return Spent.USER;
    }

    @Override
    public String type() {
        return "kubectl.command";
    }

    @Override
    public String subject() {
        return "kubectl " + words;
    }

    @Override
    public void describe(Fields out) {
        out.text("words", words);
    }
}
