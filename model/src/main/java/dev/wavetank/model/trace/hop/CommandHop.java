package dev.wavetank.model.trace.hop;

/**
 * Somebody has typed a command, and it has passed the checks of the client.
 *
 * @param words the command, without {@code kubectl}
 */
public record CommandHop(String words) implements Hop {

    @Override
    public Spent spent() {
        return Spent.WORKING;
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
