package dev.wavetank.model.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The files that settings may name.
 *
 * @param texts by name
 */
record ScenarioFiles(Map<String, String> texts) {

    /**
     * The text of the file that a setting names; null when the setting is empty.
     *
     * @throws IllegalArgumentException when the scenario has no such file
     */
    @Nullable
    String text(String setting, String name) {
        if (name.isEmpty()) {
            return null;
        }
        String text = texts.get(name);
        if (text == null) {
            throw new IllegalArgumentException(
                    setting + ": the scenario has no file '" + name + "': put its text under files");
        }
        return text;
    }

    /** The texts of several files, separated by commas. */
    List<String> each(String setting, String names) {
        List<String> found = new ArrayList<>();
        for (String name : names.split(",")) {
            String text = text(setting, name.strip());
            if (text != null) {
                found.add(text);
            }
        }
        return found;
    }

    /**
     * What a reader makes of the file that a setting names; null when the setting is empty.
     *
     * @param reader of the name and the text; its errors are reported with the setting
     */
    <T> @Nullable T read(String setting, String name, BiFunction<String, String, T> reader) {
        String text = text(setting, name);
        try {
            return text == null ? null : reader.apply(name, text);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(setting + ": " + wrong.getMessage(), wrong);
        }
    }
}
