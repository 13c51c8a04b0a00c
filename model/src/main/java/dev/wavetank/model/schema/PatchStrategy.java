package dev.wavetank.model.schema;

/**
 * How a strategic merge patch treats a field: the tags {@code patchStrategy} and {@code patchMergeKey} of the Go types.
 *
 * @param merges whether the items of a list are merged; otherwise the patch's list replaces the list
 * @param replaces whether an object is replaced; otherwise its fields are merged
 * @param retainsKeys whether a patch lists the keys that stay
 * @param key the field that identifies the items of a list; empty when the items are plain values
 */
public record PatchStrategy(boolean merges, boolean replaces, boolean retainsKeys, String key) {
    /** Objects and maps are merged, all else is replaced. */
    public static final PatchStrategy NONE = new PatchStrategy(false, false, false, "");

    /** Reads the notation of {@code types.txt}: {@code merge,retainKeys(name)}. */
    static PatchStrategy parse(String text) {
        int bracket = text.indexOf('(');
        String key = bracket < 0 ? "" : text.substring(bracket + 1, text.length() - 1);
        boolean merges = false;
        boolean replaces = false;
        boolean retainsKeys = false;
        for (String strategy :
                text.substring(0, bracket < 0 ? text.length() : bracket).split(",")) {
            switch (strategy) {
                case "merge" -> merges = true;
                case "replace" -> replaces = true;
                case "retainKeys" -> retainsKeys = true;
                default -> throw new IllegalArgumentException("no patch strategy is named " + strategy);
            }
        }
        return new PatchStrategy(merges, replaces, retainsKeys, key);
    }
}
