package dev.wavetank.model.scheduler.config;

/**
 * A plug-in at an extension point.
 *
 * @param name its name
 * @param weight by which its scores are multiplied; 0 where none is given, which means 1
 */
public record EnabledPlugin(String name, int weight) {

    /** Reads {@code NAME} or {@code NAME=WEIGHT}. */
    static EnabledPlugin parse(String text) {
        int equals = text.indexOf('=');
        return equals < 0
                ? new EnabledPlugin(text, 0)
                : new EnabledPlugin(text.substring(0, equals), Integer.parseInt(text.substring(equals + 1)));
    }
}
