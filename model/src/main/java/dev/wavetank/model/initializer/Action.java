package dev.wavetank.model.initializer;

import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.patch.strategic.StrategicMergePatch;
import dev.wavetank.model.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * What an initializer does to an object.
 *
 * @param when it acts on objects of which one of these holds; empty for all
 * @param schema of the version, whose lists have merge keys
 * @param patch strategic merge patch; empty for none
 * @param secretLengthMin least number of characters of each value of a Secret; 0 when it refuses none
 */
public record Action(List<Condition> when, Schema schema, Map<String, Object> patch, int secretLengthMin) {

    /**
     * The object, changed.
     *
     * @param type of the object in the schema
     */
    Map<String, Object> changed(String type, Map<String, Object> tree) {
        return patch.isEmpty() || !concerns(tree) ? tree : new StrategicMergePatch(schema).apply(type, tree, patch);
    }

    /** Why the object is refused; empty when it is not. */
    String refusal(Map<String, Object> tree) {
        if (secretLengthMin > 0 && "Secret".equals(tree.get("kind")) && concerns(tree)) {
            for (Map.Entry<String, Object> value :
                    JsonTree.mapOrEmpty(tree.get("data")).entrySet()) {
                int length = decoded(String.valueOf(value.getValue())).length();
                if (length < secretLengthMin) {
                    return "the value of " + value.getKey() + " is too short: it has " + length
                            + " characters and needs at least " + secretLengthMin;
                }
            }
        }
        return "";
    }

    private boolean concerns(Map<String, Object> tree) {
        return when.isEmpty() || when.stream().anyMatch(condition -> condition.holds(tree));
    }

    private static String decoded(String data) {
        try {
            return new String(Base64.getDecoder().decode(data), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notBase64) {
            return data;
        }
    }
}
