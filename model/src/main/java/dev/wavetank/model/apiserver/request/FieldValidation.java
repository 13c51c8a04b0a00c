package dev.wavetank.model.apiserver.request;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What is done about fields that a type does not have and fields that are given twice ({@code fieldValidation}, v1.25).
 *
 * @param directive what is to be done
 * @param found what reading the body has found, such as {@code duplicate field "spec"}
 * @param warnings takes what the client is to be warned of
 */
public record FieldValidation(Directive directive, List<String> found, Consumer<String> warnings) {

    /** Such fields are dropped without a word, as all servers did once. */
    public static final FieldValidation IGNORE = new FieldValidation(Directive.IGNORE, List.of(), warning -> {});

    /** How many of them a server looks for. */
    private static final int MOST = 100;

    /** The values of the parameter. */
    public enum Directive {
        /** Say nothing. */
        IGNORE,
        /** Drop them and warn of each. */
        WARN,
        /** Refuse the object. */
        STRICT
    }

    /** The same with what reading the body has found. */
    public FieldValidation finding(List<String> more) {
        return new FieldValidation(directive, List.copyOf(more), warnings);
    }

    /** Whether problems are reported at all. */
    public boolean isWanted() {
        return directive != Directive.IGNORE;
    }

    /**
     * Reports what was found, first in the body and then in the object.
     *
     * @return what refuses the object; the empty string when nothing does
     */
    public String judge(List<String> inObject) {
        List<String> all = new ArrayList<>(found);
        all.addAll(inObject);
        if (all.isEmpty() || !isWanted()) {
            return "";
        }
        List<String> reported = all.subList(0, Math.min(all.size(), MOST));
        if (directive == Directive.STRICT) {
            return "strict decoding error: " + String.join(", ", reported);
        }
        reported.forEach(warnings);
        return "";
    }
}
