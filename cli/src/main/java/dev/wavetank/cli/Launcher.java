package dev.wavetank.cli;

/** How the user called Wavetank, so that the commands that it suggests can be pasted. */
final class Launcher {

    /** Set by the launcher to the name under which it was called. */
    static final String PROPERTY = "wavetank.command";

    private Launcher() {}

    /** The name of the command: {@code ./wavetank} in a checkout, {@code wavetank} when nobody says otherwise. */
    static String command() {
        return System.getProperty(PROPERTY, "wavetank");
    }
}
