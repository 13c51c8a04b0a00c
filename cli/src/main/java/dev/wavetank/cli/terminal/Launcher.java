package dev.wavetank.cli.terminal;

/** How the user called Wavetank, so that the commands that it suggests can be pasted. */
public final class Launcher {

    /** Set by the launcher to the name under which it was called. */
    public static final String PROPERTY = "wavetank.command";

    private Launcher() {}

    /** The name of the command: {@code ./wavetank} in a checkout, {@code wavetank} by default. */
    public static String command() {
        return System.getProperty(PROPERTY, "wavetank");
    }
}
