package dev.wavetank.cli.measurement;

/** How a measurement is written. */
public enum OutputForm {
    /** For people. */
    text,
    /** For programs. */
    json,
    /** For a spreadsheet. */
    csv,
    /** For a pull request. */
    markdown
}
