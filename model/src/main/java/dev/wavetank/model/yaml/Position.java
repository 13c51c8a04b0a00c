package dev.wavetank.model.yaml;

/**
 * A place in a text.
 *
 * @param line counted from 1
 * @param column counted from 1, in Unicode code points
 */
public record Position(int line, int column) {
    /** The form compilers use: {@code 12:7}. */
    @Override
    public String toString() {
        return line + ":" + column;
    }
}
