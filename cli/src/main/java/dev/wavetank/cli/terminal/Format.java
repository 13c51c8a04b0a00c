package dev.wavetank.cli.terminal;

/** How the result is written. */
public enum Format {
    /** For people. */
    text,
    /** For programs. */
    json
}
