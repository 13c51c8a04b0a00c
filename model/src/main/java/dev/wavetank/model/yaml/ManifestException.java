package dev.wavetank.model.yaml;

/** A text that cannot be read as a manifest: where it is wrong, and one sentence that says why. */
public class ManifestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String source;
    private final int line;
    private final int column;
    private final String sentence;
    private final String goText;

    /**
     * Describes one mistake.
     *
     * @param source file name, or {@code -} for standard input
     * @param position where the mistake was noticed
     * @param sentence what is wrong and how to mend it, without the place
     */
    public ManifestException(String source, Position position, String sentence) {
        this(source, position, sentence, "yaml: " + sentence);
    }

    /**
     * Describes one mistake that Go's reader of YAML has words for.
     *
     * @param goText what that says
     */
    ManifestException(String source, Position position, String sentence, String goText) {
        super(source + ":" + position + ": " + sentence);
        this.source = source;
        this.line = position.line();
        this.column = position.column();
        this.sentence = sentence;
        this.goText = goText;
    }

    /** The name of the text as the caller gave it. */
    public String source() {
        return source;
    }

    /** Where the mistake was noticed. */
    public Position position() {
        return new Position(line, column);
    }

    /** The sentence alone; {@link #getMessage()} has the place in front of it. */
    public String sentence() {
        return sentence;
    }

    /** What Go's reader of YAML says of it, such as {@code yaml: line 1: did not find expected ',' or ']'}. */
    public String goText() {
        return goText;
    }
}
