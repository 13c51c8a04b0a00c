package dev.wavetank.cli;

/** How the result is written. */
enum Format {
    /** For people. */
    text,
    /** For programs. */
    json
}
