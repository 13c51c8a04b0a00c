package dev.wavetank.properties.determinism;

import java.util.List;

/**
 * The properties of a JVM that may leak into a run.
 *
 * @param hashCodeMode how HotSpot makes identity hashes ({@code -XX:hashCode}): 5 is usual, 2 gives every object the
 *     same one
 * @param hoursFromUtc the default time zone, as hours east of UTC
 * @param language language of the default locale, such as {@code tr}
 * @param country country of the default locale, such as {@code TR}
 * @param encoding the default charset
 * @param collector the garbage collector, such as {@code SerialGC}
 */
public record Environment(
        int hashCodeMode, int hoursFromUtc, String language, String country, String encoding, String collector) {

    /**
     * An unusual environment: all identity hashes are equal, tomorrow's date, {@code "I".toLowerCase()} is not {@code
     * i}, no letter beyond ASCII.
     */
    public static final Environment STRANGE = new Environment(2, 14, "tr", "TR", "US-ASCII", "SerialGC");

    /** The options of {@code java} for this environment. */
    List<String> options() {
        return List.of(
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:hashCode=" + hashCodeMode,
                "-XX:+Use" + collector,
                "-Duser.timezone=" + zone("GMT", ":00"),
                "-Duser.language=" + language,
                "-Duser.country=" + country,
                "-Dfile.encoding=" + encoding);
    }

    /** In short, such as {@code hashCode=2, UTC+14, tr-TR, US-ASCII, SerialGC}. */
    @Override
    public String toString() {
        return "hashCode=" + hashCodeMode + ", " + zone("UTC", "") + ", " + language + "-" + country + ", " + encoding
                + ", " + collector;
    }

    private String zone(String prefix, String suffix) {
        return prefix + (hoursFromUtc < 0 ? "-" : "+") + Math.abs(hoursFromUtc) + suffix;
    }
}
