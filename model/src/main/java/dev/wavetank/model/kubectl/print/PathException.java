package dev.wavetank.model.kubectl.print;

/** A JSONPath asks for what a tree cannot give; the message is client-go's. */
public final class PathException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PathException(String message) {
        super(message);
    }
}
