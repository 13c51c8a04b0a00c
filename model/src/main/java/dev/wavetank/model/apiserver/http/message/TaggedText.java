package dev.wavetank.model.apiserver.http.message;

/**
 * The body of an answer that clients may keep.
 *
 * @param body text
 * @param tag what the header {@code Etag} says of it
 */
public record TaggedText(String body, String tag) {

    /** A text with the tag that follows from it. */
    public static TaggedText of(String body) {
        return new TaggedText(body, "\"" + Digest.hex(body) + "\"");
    }
}
