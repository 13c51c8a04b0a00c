package dev.wavetank.properties.explore;

import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.model.yaml.Position;
import dev.wavetank.model.yaml.YamlDocument;
import dev.wavetank.model.yaml.YamlReader;
import dev.wavetank.model.yaml.YamlWriter;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Choice;
import dev.wavetank.sim.random.ChoiceLog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes the YAML form of saved failures. */
public final class FailureCodec {

    private FailureCodec() {}

    /** The failure as YAML: first what was broken, then all that is needed to run it again. */
    public static String write(Failure failure) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("invariant", failure.invariant());
        tree.put("object", failure.object());
        tree.put("message", failure.message());
        tree.put("at", VirtualTime.span(failure.at()));
        tree.put("fingerprint", failure.fingerprint());
        tree.put("seed", failure.seed());
        tree.put("order", failure.parts().order());
        if (!failure.parts().decisions().isEmpty()) {
            tree.put(
                    "decisions",
                    new ArrayList<Object>(failure.parts().decisions().stream()
                            .map(Choice::line)
                            .toList()));
        }
        tree.put("bugs", new ArrayList<Object>(failure.parts().bugs()));
        if (failure.parts().strict()) {
            tree.put("strict", true);
        }
        if (!failure.ownParts().isEmpty()) {
            tree.put("ownParts", new ArrayList<Object>(failure.ownParts()));
        }
        if (!failure.provenance().isEmpty()) {
            tree.put("provenance", failure.provenance());
        }
        tree.put("scenario", ScenarioCodec.tree(failure.scenario()));
        return YamlWriter.write(tree);
    }

    /**
     * Reads a saved failure.
     *
     * @param source name of the file, for messages
     * @throws ManifestException when it is not one, naming line and field
     */
    public static Failure read(String source, String text) {
        List<YamlDocument> documents = YamlReader.read(source, text);
        if (documents.size() != 1 || !documents.get(0).root().containsKey("scenario")) {
            throw new ManifestException(
                    source,
                    new Position(1, 1),
                    "is not a saved failure: expected one document with invariant, seed, fingerprint and scenario");
        }
        YamlDocument document = documents.get(0);
        return new Failure(
                text(document, "invariant"),
                text(document, "object"),
                text(document, "message"),
                at(document),
                text(document, "fingerprint"),
                seed(document),
                parts(document),
                texts(document, "ownParts"),
                provenance(document),
                ScenarioCodec.read(document, "scenario", ownActors(document)));
    }

    /** User agents that the faults name. Which of them are those of own controllers only the cluster knows. */
    private static List<String> ownActors(YamlDocument document) {
        List<String> actors = new ArrayList<>();
        if (!texts(document, "ownParts").isEmpty()
                && document.root().get("scenario") instanceof Map<?, ?> scenario
                && scenario.get("faults") instanceof List<?> faults) {
            for (Object fault : faults) {
                if (fault instanceof Map<?, ?> clause) {
                    addActor(clause.get("component"), actors);
                    addActor(clause.get("after") instanceof Map<?, ?> after ? after.get("component") : null, actors);
                }
            }
        }
        return actors;
    }

    private static void addActor(@Nullable Object name, List<String> actors) {
        if (name instanceof String text) {
            actors.add(text);
        }
    }

    private static PartsSpec parts(YamlDocument document) {
        try {
            boolean strict = Boolean.TRUE.equals(document.root().get("strict"));
            return new PartsSpec(text(document, "order"), texts(document, "bugs"), decisions(document), strict);
        } catch (IllegalArgumentException unknown) {
            throw mistake(document, "order", unknown.getMessage());
        }
    }

    /** It is shown, but decides nothing: scenario, seed and parts are what is run again. */
    private static Map<String, Object> provenance(YamlDocument document) {
        Map<String, Object> provenance = new LinkedHashMap<>();
        if (document.root().get("provenance") instanceof Map<?, ?> saved) {
            saved.forEach((field, value) -> provenance.put(String.valueOf(field), value));
        }
        return provenance;
    }

    /** A list that was not saved is empty. */
    private static List<String> texts(YamlDocument document, String field) {
        List<String> texts = new ArrayList<>();
        if (document.root().get(field) instanceof List<?> items) {
            items.forEach(item -> texts.add(String.valueOf(item)));
        }
        return texts;
    }

    /** A failure that was saved without decisions has none. */
    private static List<Choice> decisions(YamlDocument document) {
        if (!document.root().containsKey("decisions")) {
            return List.of();
        }
        if (!(document.root().get("decisions") instanceof List<?> lines)) {
            throw mistake(document, "decisions", "expected a list of lines such as kernel/order[17] = 2 of 5");
        }
        List<Choice> decisions = new ArrayList<>();
        ChoiceLog distinct = new ChoiceLog();
        for (int i = 0; i < lines.size(); i++) {
            try {
                Choice decision = Choice.parse(String.valueOf(lines.get(i)));
                distinct.override(List.of(decision));
                decisions.add(decision);
            } catch (IllegalArgumentException wrong) {
                throw mistake(document, "decisions[" + i + "]", wrong.getMessage());
            }
        }
        return decisions;
    }

    private static long at(YamlDocument document) {
        try {
            return VirtualTime.parse(text(document, "at"));
        } catch (IllegalArgumentException wrong) {
            throw mistake(document, "at", wrong.getMessage());
        }
    }

    private static long seed(YamlDocument document) {
        if (document.root().get("seed") instanceof Long seed) {
            return seed;
        }
        throw mistake(document, "seed", "expected a whole number");
    }

    private static String text(YamlDocument document, String field) {
        Object value = document.root().get(field);
        if (value == null) {
            throw mistake(document, field, "missing");
        }
        return value.toString();
    }

    private static ManifestException mistake(YamlDocument document, String field, @Nullable String expectation) {
        return new ManifestException(
                document.source(), document.positions().nearest(field), field + ": " + expectation);
    }
}
