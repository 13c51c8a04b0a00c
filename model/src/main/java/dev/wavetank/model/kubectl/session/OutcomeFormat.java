package dev.wavetank.model.kubectl.session;

import dev.wavetank.model.kubectl.print.ObjectFormat;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a command prints what it did to an object: in words, or as the object.
 *
 * @param form null for words
 */
record OutcomeFormat(@Nullable ObjectFormat form) {

    /** One line in words for each object. */
    static final OutcomeFormat WORDS = new OutcomeFormat(null);

    /** The form that the command line asks for. */
    static OutcomeFormat of(Session session) {
        String text = session.format();
        if (text.isEmpty() && session.line().value(Flag.TEMPLATE).isPresent()) {
            text = "go-template";
        }
        if (text.isEmpty()) {
            return WORDS;
        }
        String[] parts = text.split("=", 2);
        if (!ObjectFormat.NAMES.contains(parts[0])) {
            throw new UsageException("unable to match a printer suitable for the output format \"" + text
                    + "\", allowed formats are: " + String.join(",", ObjectFormat.NAMES));
        }
        String argument = parts.length > 1 ? parts[1] : "";
        return new OutcomeFormat(ObjectFormat.of(parts[0], argument, session.line(), session::file));
    }

    boolean isWords() {
        return form == null;
    }

    boolean isName() {
        return form != null && form.name().equals("name");
    }

    boolean isYaml() {
        return form != null && form.name().equals("yaml");
    }

    /** An object in its form. */
    ObjectFormat.Printed print(Map<String, Object> tree) {
        if (form == null) {
            throw new IllegalStateException("words are no form of objects");
        }
        return form.print(tree);
    }
}
