package dev.wavetank.model.apiserver.http.message;

/**
 * The form in which a client wants objects.
 *
 * @param shape which form
 * @param version of {@code meta.k8s.io}, for forms other than the objects themselves
 */
public record Form(Shape shape, String version) {

    /** The objects as they are. */
    public static final Form PLAIN = new Form(Shape.PLAIN, "");

    /** The forms that there are. */
    public enum Shape {
        /** The objects themselves. */
        PLAIN,
        /** A table that the server has made. */
        TABLE,
        /** The metadata of one object, or of each event of a watch. */
        PARTIAL,
        /** The metadata of the objects of a list. */
        PARTIAL_LIST
    }
}
