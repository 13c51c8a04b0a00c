package dev.wavetank.model.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The revision of the store at which a state of an object was written: a number for the server, a text for clients.
 *
 * <p>The text is parsed once, when the object is decoded, and made only when it is shown.
 */
public final class ResourceVersion {

    private final long number;
    /** What a client sent, when it is not how the number is written; else null. */
    private final String literal;

    private ResourceVersion(long number, String literal) {
        this.number = number;
        this.literal = literal;
    }

    /** A revision of the store. */
    public static ResourceVersion of(long revision) {
        return new ResourceVersion(revision, null);
    }

    /** A revision as a client sends it; text that is no decimal number is kept, and matches no object. */
    @JsonCreator
    public static ResourceVersion of(String text) {
        long number = text.isEmpty() ? 0 : number(text);
        return new ResourceVersion(number, Long.toString(number).equals(text) ? null : text);
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException noNumber) {
            return -1;
        }
    }

    /** The revision; 0 for an empty text, -1 for a text that is no number. */
    public long number() {
        return number;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ResourceVersion version
                && number == version.number
                && (literal == null ? version.literal == null : literal.equals(version.literal));
    }

    @Override
    public int hashCode() {
        return Long.hashCode(number);
    }

    /** The text that clients see. */
    @Override
    @JsonValue
    public String toString() {
        return literal == null ? Long.toString(number) : literal;
    }
}
