package dev.wavetank.model.apiserver.apiextensions;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.apiserver.apiextensions.schema.Tree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether a definition may have the names that it asks for: within a group no two resources have a name in common. What
 * one has been given first it keeps.
 */
final class NameAcceptance {

    private static final String SHORT_NAMES = "shortNames";

    private final Definition definition;
    private final Set<String> usedNames = new LinkedHashSet<>();
    private final Set<String> usedKinds = new LinkedHashSet<>();
    private final Map<String, Object> accepted;
    private Conditions.Said said =
            new Conditions.Said(Definition.NAMES_ACCEPTED, Definition.TRUE, "NoConflicts", "no conflicts found");

    NameAcceptance(Definition definition, Iterable<Definition> all) {
        this.definition = definition;
        this.accepted = new LinkedHashMap<>(definition.acceptedNames());
        for (Definition other : all) {
            if (other.group().equals(definition.group()) && !other.name().equals(definition.name())) {
                Map<String, Object> names = other.acceptedNames();
                usedNames.add(Tree.text(names, "plural"));
                usedNames.add(Tree.text(names, "singular"));
                usedNames.addAll(Tree.texts(names, SHORT_NAMES));
                usedKinds.add(Tree.text(names, "kind"));
                usedKinds.add(Tree.text(names, "listKind"));
            }
        }
        usedNames.remove("");
        usedKinds.remove("");
        decide();
    }

    private void decide() {
        accept("plural", usedNames, "PluralConflict");
        accept("singular", usedNames, "SingularConflict");
        acceptShortNames();
        accept("kind", usedKinds, "KindConflict");
        accept("listKind", usedKinds, "ListKindConflict");
        List<String> categories = Tree.texts(definition.names(), "categories");
        if (categories.isEmpty()) {
            accepted.remove("categories");
        } else {
            accepted.put("categories", categories);
        }
    }

    private void accept(String field, Set<String> used, String conflict) {
        String asked = Tree.text(definition.names(), field);
        if (asked.equals(Tree.text(accepted, field)) || !used.contains(asked)) {
            accepted.put(field, asked);
        } else {
            refuse(conflict, inUse(asked));
        }
    }

    private void acceptShortNames() {
        List<String> asked = Tree.texts(definition.names(), SHORT_NAMES);
        List<String> before = Tree.texts(accepted, SHORT_NAMES);
        List<String> conflicts = new ArrayList<>();
        for (String name : asked) {
            if (!before.contains(name) && usedNames.contains(name)) {
                conflicts.add(inUse(name));
            }
        }
        if (!conflicts.isEmpty()) {
            String all = String.join(", ", conflicts);
            refuse("ShortNamesConflict", conflicts.size() == 1 ? all : "[" + all + "]");
        } else if (asked.isEmpty()) {
            accepted.remove(SHORT_NAMES);
        } else {
            accepted.put(SHORT_NAMES, asked);
        }
    }

    private static String inUse(String name) {
        return '"' + name + "\" is already in use";
    }

    private void refuse(String reason, String message) {
        said = new Conditions.Said(Definition.NAMES_ACCEPTED, Definition.FALSE, reason, message);
    }

    /** The definition with the names that it has now, and what follows for its conditions. */
    GenericObject decided(Instant now) {
        GenericObject object = definition.object();
        Map<String, Object> status = Tree.with(definition.status(), "acceptedNames", accepted);
        Definition named = Definition.of(object.withOther(Tree.with(object.other(), Definition.STATUS, status)));
        GenericObject decided = Conditions.with(named, said, now);
        if (named.isEstablished()) {
            return decided;
        }
        boolean free = said.status().equals(Definition.TRUE);
        Conditions.Said established = new Conditions.Said(
                Definition.ESTABLISHED,
                Definition.FALSE,
                free ? "Installing" : "NotAccepted",
                free ? "the initial names have been accepted" : "not all names are accepted");
        boolean untouched = !free && !named.condition(Definition.ESTABLISHED).isEmpty();
        return untouched ? decided : Conditions.with(Definition.of(decided), established, now);
    }
}
