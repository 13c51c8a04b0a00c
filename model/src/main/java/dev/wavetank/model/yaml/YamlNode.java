package dev.wavetank.model.yaml;

import java.util.List;

/** A parsed but not yet interpreted value. Aliases share the node they point to. */
sealed interface YamlNode {
    Position position();

    /** @param tag the explicit tag, or empty; @param plain whether it was written without quotes */
    record Scalar(Position position, String text, String tag, boolean plain) implements YamlNode {
        boolean isMergeKey() {
            return text.equals("<<") && (tag.isEmpty() ? plain : tag.equals(ScalarResolver.PREFIX + "merge"));
        }
    }

    record Sequence(Position position, List<YamlNode> items) implements YamlNode {}

    record Mapping(Position position, List<Entry> entries) implements YamlNode {}

    /** A use of an anchor: the same content, counted against the limit on expansion. */
    record Alias(Position position, YamlNode target) implements YamlNode {}

    record Entry(YamlNode key, YamlNode value) {}
}
