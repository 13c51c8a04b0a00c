package dev.wavetank.model.schema;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One thing in a tree that the type does not allow. */
public sealed interface SchemaProblem {
    /** The field, as in {@code spec.containers[0].image}; map entries stand in brackets. */
    String path();

    /** The problem in the API server's words, without the sentence around it. */
    String text();

    /**
     * A field the type does not have.
     *
     * @param nearest the known field most like it, when one is like it
     */
    record UnknownField(String path, Optional<String> nearest) implements SchemaProblem {
        @Override
        public String text() {
            return "unknown field \"" + path + "\"";
        }
    }

    /** A field that is given twice; the last value counts. */
    record DuplicateField(String path) implements SchemaProblem {
        @Override
        public String text() {
            return "duplicate field \"" + path + "\"";
        }
    }

    /**
     * A value of another JSON type than the field takes.
     *
     * @param goField the Go type that has the field, and the path without list indexes and map keys
     * @param expected the field's Go type
     * @param found the JSON type, with the number where it is one that does not fit
     */
    record WrongType(String path, String goField, String expected, String found) implements SchemaProblem {
        @Override
        public String text() {
            return "json: cannot unmarshal " + found + " into Go struct field " + goField + " of type " + expected;
        }
    }

    /**
     * A value that the type's own reader refuses: an instant, a quantity, an int-or-string.
     *
     * @param text the reader's words
     */
    record BadValue(String path, @Nullable String text) implements SchemaProblem {}
}
