package dev.wavetank.model.apiserver.apiextensions;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.apiserver.apiextensions.schema.Tree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes conditions of definitions. */
final class Conditions {

    private Conditions() {}

    /**
     * What is said of a definition.
     *
     * @param type which condition
     * @param status {@code True}, {@code False} or {@code Unknown}
     * @param reason for programs
     * @param message for people
     */
    record Said(String type, String status, String reason, String message) {}

    /** The definition with a condition; its time moves only when its status does. */
    static GenericObject with(Definition definition, Said said, Instant now) {
        Map<String, Object> before = definition.condition(said.type());
        boolean same = said.status().equals(before.get(Definition.STATUS));
        Map<String, Object> condition = new LinkedHashMap<>();
        condition.put("type", said.type());
        condition.put(Definition.STATUS, said.status());
        condition.put("lastTransitionTime", same ? before.get("lastTransitionTime") : now.toString());
        condition.put("reason", said.reason());
        condition.put("message", said.message());
        List<Object> conditions = new ArrayList<>();
        boolean replaced = false;
        for (Map<String, Object> other : Tree.maps(definition.status(), Definition.CONDITIONS)) {
            boolean found = said.type().equals(other.get("type"));
            conditions.add(found ? condition : other);
            replaced |= found;
        }
        if (!replaced) {
            conditions.add(condition);
        }
        GenericObject object = definition.object();
        return object.withOther(Tree.with(
                object.other(), Definition.STATUS, Tree.with(definition.status(), Definition.CONDITIONS, conditions)));
    }
}
