package dev.wavetank.model.kubectl.help;

import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.VerbNames;
import dev.wavetank.model.kubectl.syntax.VerbSyntax;
import dev.wavetank.sim.Completion;
import java.util.List;

/** {@code help}, {@code options}, the flag {@code --help}, and every command that needs a further word. */
public final class HelpCommand implements Command {

    private final Session session;

    public HelpCommand(Session session) {
        this.session = session;
    }

    @Override
    public Completion<Boolean> run() {
        HelpPage page = new HelpPage(session.version());
        VerbSyntax verb = session.line().verb();
        if (verb == VerbSyntax.OPTIONS) {
            session.printText(page.options());
        } else if (verb == VerbSyntax.HELP) {
            topic(page, session.line().arguments());
        } else {
            unfinished(verb.words(), page.of(verb.words()));
        }
        return Completion.of(true);
    }

    /** Prints the page of a command. */
    public static void print(Session session, String words) {
        session.printText(new HelpPage(session.version()).of(words));
    }

    /** All but {@code rollout} print the page as an error (kubectl, DefaultSubCommandRun). */
    private void unfinished(String command, String text) {
        if (command.equals("rollout")) {
            session.printText(text);
        } else {
            session.note(text.strip());
        }
        session.endWith(1);
    }

    /** The page of the command that the first words name; the others are its arguments. */
    private void topic(HelpPage page, List<String> words) {
        for (int length = words.size(); length > 0; length--) {
            String command = String.join(" ", words.subList(0, length));
            boolean known = VerbNames.named(command, session.version()).isPresent()
                    || !VerbNames.inGroup(command, session.version()).isEmpty();
            if (known && session.line().isUnfinished()) {
                unfinished(command, page.of(command));
                return;
            } else if (known) {
                session.printText(page.of(command));
                return;
            }
        }
        if (!words.isEmpty()) {
            session.note("Unknown help topic [`" + String.join("` `", words) + "`]\n\n");
            session.note(page.usageOf("").stripTrailing());
            return;
        }
        session.printText(page.of(""));
    }
}
