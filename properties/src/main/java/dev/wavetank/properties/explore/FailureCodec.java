package dev.wavetank.properties.explore;

import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.model.yaml.Position;
import dev.wavetank.model.yaml.YamlDocument;
import dev.wavetank.model.yaml.YamlReader;
import dev.wavetank.model.yaml.YamlWriter;
import dev.wavetank.properties.bugs.KnownBugs;
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
        writeDecisions(failure.parts().decisions(), tree);
        tree.put("bugs", new ArrayList<Object>(failure.parts().bugs()));
        if (failure.parts().strict()) {
            tree.put("strict", true);
        }
        writeWords("invariants", failure.parts().choice().only(), tree);
        writeWords("skipInvariants", failure.parts().choice().skipped(), tree);
        if (!failure.ownParts().isEmpty()) {
            tree.put("ownParts", new ArrayList<Object>(failure.ownParts()));
        }
        if (!failure.provenance().isEmpty()) {
            tree.put("provenance", failure.provenance());
        }
        tree.put("scenario", ScenarioCodec.tree(failure.scenario()));
        return YamlWriter.write(tree);
    }

    private static void writeWords(String field, List<String> words, Map<String, Object> tree) {
        if (!words.isEmpty()) {
            tree.put(field, new ArrayList<Object>(words));
        }
    }

    /** Puts the decisions of a run, if there are any, as {@link #parts} reads them. */
    public static void writeDecisions(List<Choice> decisions, Map<String, Object> tree) {
        if (!decisions.isEmpty()) {
            tree.put(
                    "decisions",
                    new ArrayList<Object>(decisions.stream().map(Choice::line).toList()));
        }
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

    /**
     * The order of events of a saved run, its decisions, and the bugs in it.
     *
     * @throws ManifestException when there is none, naming line and field
     */
    public static PartsSpec parts(YamlDocument document) {
        try {
            return new PartsSpec(
                    text(document, "order"), bugs(document), decisions(document), isStrict(document), choice(document));
        } catch (IllegalArgumentException unknown) {
            throw mistake(document, "order", unknown.getMessage());
        }
    }

    private static boolean isStrict(YamlDocument document) {
        Object strict = document.root().getOrDefault("strict", false);
        if (!(strict instanceof Boolean)) {
            throw mistake(document, "strict", "expected true or false");
        }
        return (Boolean) strict;
    }

    private static List<String> bugs(YamlDocument document) {
        List<String> bugs = texts(document, "bugs");
        for (int i = 0; i < bugs.size(); i++) {
            try {
                KnownBugs.named(bugs.get(i));
            } catch (IllegalArgumentException unknown) {
                throw mistake(document, "bugs[" + i + "]", unknown.getMessage());
            }
        }
        return bugs;
    }

    /** A failure that was saved without a choice is judged by all invariants. */
    private static InvariantChoice choice(YamlDocument document) {
        try {
            return new InvariantChoice(texts(document, "invariants"), texts(document, "skipInvariants"));
        } catch (IllegalArgumentException unknown) {
            String field = document.root().containsKey("invariants") ? "invariants" : "skipInvariants";
            throw mistake(document, field, unknown.getMessage());
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
        Object found = document.root().get(field);
        if (found instanceof List<?> items) {
            items.forEach(item -> texts.add(String.valueOf(item)));
        } else if (found != null) {
            throw mistake(document, field, "expected a list of names");
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

    /**
     * The seed of a saved run.
     *
     * @throws ManifestException when there is none, naming line and field
     */
    public static long seed(YamlDocument document) {
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
