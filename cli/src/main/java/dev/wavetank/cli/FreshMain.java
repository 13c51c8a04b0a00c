package dev.wavetank.cli;

import dev.wavetank.properties.determinism.FreshRun;

/** Main class of the fresh JVM that {@code --check-determinism} starts with the same command line. */
final class FreshMain {

    private FreshMain() {}

    /** Runs the command, unless this JVM is too much like the first one to be of use. */
    public static void main(String[] args) {
        if (!FreshRun.isDeclined()) {
            Main.main(args);
        }
    }
}
