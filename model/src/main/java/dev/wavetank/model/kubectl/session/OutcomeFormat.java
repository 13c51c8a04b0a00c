package dev.wavetank.model.kubectl.session;

import dev.wavetank.model.kubectl.print.ObjectFormat;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a command prints what it did to an object: in words, or as the object.
 *
 * @param form null for words
 * @param hidesOwners whether the owners of fields are left out
 */
record OutcomeFormat(@Nullable ObjectFormat form, boolean hidesOwners) {

    /** One line in words for each object. */
    static final OutcomeFormat WORDS = new OutcomeFormat(null, false);

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
        boolean hides = session.has(Feature.KUBECTL_HIDES_MANAGED_FIELDS)
                && !session.line().isOn(Flag.SHOW_MANAGED_FIELDS)
                && List.of("json", "yaml").contains(parts[0]);
        return new OutcomeFormat(ObjectFormat.of(parts[0], argument, session.line(), session::file), hides);
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

    /**
     * An object in its form.
     *
     * @param inOrder whether its fields are in the order in which they are printed; otherwise they are sorted
     */
    ObjectFormat.Printed print(Map<String, Object> tree, boolean inOrder) {
        if (form == null) {
            throw new IllegalStateException("words are no form of objects");
        }
        if (hidesOwners && tree.get("metadata") instanceof Map<?, ?> metadata) {
            metadata.remove("managedFields");
        }
        return inOrder ? form.printInOrder(tree) : form.print(tree);
    }
}
