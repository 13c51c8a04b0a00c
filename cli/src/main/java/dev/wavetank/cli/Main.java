package dev.wavetank.cli;

/** Entry point of the {@code wavetank} command: prints the version. */
public final class Main {
    private Main() {}

    /**
     * Prints the version of the running jar.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        String version = Main.class.getPackage().getImplementationVersion();
        System.out.println("wavetank " + (version == null ? "(from classes)" : version));
    }
}
