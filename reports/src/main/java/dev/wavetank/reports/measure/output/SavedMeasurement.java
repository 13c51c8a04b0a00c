package dev.wavetank.reports.measure.output;

import dev.wavetank.reports.JsonReport;
import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.measure.LoadCount;
import dev.wavetank.reports.measure.Measurement;
import dev.wavetank.reports.measure.Replication;
import dev.wavetank.reports.measure.StagePercentile;
import dev.wavetank.reports.measure.StageSamples;
import dev.wavetank.sim.liveness.Outcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A measurement in a file, with all of its samples, so that it can be compared later.
 *
 * @param name of the scenario, for people
 * @param scenario what tells the scenario from others: its commands, its files and its horizon
 * @param warmUp in nanoseconds, see {@link Replication}
 * @param cluster in words: the version, the nodes and the changed settings
 * @param measurement the runs
 */
public record SavedMeasurement(String name, String scenario, long warmUp, String cluster, Measurement measurement) {

    private static final String COMMAND = "measure";

    /**
     * The samples for a file, to be added to the other fields of the result. Every sample but the first of a stage is
     * written as its distance to the one before, which makes the file half as long.
     */
    public Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", name);
        tree.put("scenario", scenario);
        tree.put("warmUp", warmUp);
        tree.put("cluster", cluster);
        tree.put(
                "replications",
                measurement.replications().stream().map(SavedMeasurement::tree).toList());
        return tree;
    }

    private static Map<String, Object> tree(Replication run) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("seed", run.seed());
        tree.put("outcome", run.outcome().name().toLowerCase(Locale.ROOT));
        if (run.isStopped()) {
            tree.put("stopped", true);
        }
        tree.put("findings", run.findings());
        tree.put("podsWanted", run.wanted());
        tree.put("podsNeverReady", run.neverReady());
        tree.put("podsNeverCreated", run.neverCreated());
        Map<String, Object> stages = new LinkedHashMap<>();
        run.samples().forEach((stage, samples) -> {
            Map<String, Object> ofStage = new LinkedHashMap<>();
            ofStage.put("never", samples.never());
            ofStage.put("microsDeltas", deltas(samples.micros()));
            stages.put(stage.key(), ofStage);
        });
        tree.put("stages", stages);
        if (!run.loads().isEmpty()) {
            Map<String, Object> loads = new LinkedHashMap<>();
            run.loads().forEach((name, count) -> loads.put(name, List.of(count.requests(), count.failed())));
            tree.put("loads", loads);
        }
        if (!run.division().isEmpty()) {
            tree.put("timeSpent", DivisionTree.of(run.division()));
        }
        return tree;
    }

    private static List<Long> deltas(long[] micros) {
        List<Long> deltas = new ArrayList<>(micros.length);
        long before = 0;
        for (long each : micros) {
            deltas.add(each - before);
            before = each;
        }
        return deltas;
    }

    /**
     * Reads what {@link #tree} wrote.
     *
     * @param text of the file
     * @throws IllegalArgumentException with a sentence, when it is something else
     */
    public static SavedMeasurement read(String text) {
        JsonNode root;
        try {
            root = JsonMapper.shared().readTree(text);
        } catch (JacksonException damaged) {
            throw new IllegalArgumentException(
                    "is not JSON, at line " + damaged.getLocation().getLineNr() + ": was the file cut off?", damaged);
        }
        Object format = JsonReport.document(COMMAND).get("formatVersion");
        if (!root.isObject()
                || !root.path("command").asString("").equals(COMMAND)
                || !root.has("replications")
                || !root.path("formatVersion").asString("").equals(String.valueOf(format))) {
            throw new IllegalArgumentException(
                    "is no saved measurement: make one with wavetank measure FILE --save " + COMMAND + ".json");
        }
        List<Replication> runs = new ArrayList<>();
        for (JsonNode run : field(root, "replications")) {
            runs.add(replication(run));
        }
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("is a measurement without a single run");
        }
        return new SavedMeasurement(
                text(root, "name"),
                text(root, "scenario"),
                number(root, "warmUp"),
                text(root, "cluster"),
                new Measurement(runs));
    }

    private static Replication replication(JsonNode run) {
        Map<Stage, StageSamples> samples = new EnumMap<>(Stage.class);
        for (Map.Entry<String, JsonNode> stage : field(run, "stages").properties()) {
            samples.put(StagePercentile.stage(stage.getKey()), samples(stage.getValue()));
        }
        return new Replication(
                number(run, "seed"),
                outcome(text(run, "outcome")),
                texts(run, "findings"),
                number(run, "podsWanted"),
                texts(run, "podsNeverReady"),
                number(run, "podsNeverCreated"),
                samples,
                loads(run),
                DivisionTree.read(run.path("timeSpent")),
                run.path("stopped").asBoolean(false));
    }

    /** The requests and the failed ones of each load; absent in measurements without load. */
    private static Map<String, LoadCount> loads(JsonNode run) {
        Map<String, LoadCount> loads = new TreeMap<>();
        for (Map.Entry<String, JsonNode> load : run.path("loads").properties()) {
            JsonNode counts = load.getValue();
            loads.put(
                    load.getKey(),
                    new LoadCount(
                            number(counts.path(0), "loads." + load.getKey(), 0),
                            number(counts.path(1), "loads." + load.getKey(), 1)));
        }
        return loads;
    }

    private static StageSamples samples(JsonNode stage) {
        JsonNode deltas = field(stage, "microsDeltas");
        long[] micros = new long[deltas.size()];
        long sum = 0;
        for (int i = 0; i < micros.length; i++) {
            sum += number(deltas.get(i), "microsDeltas", i);
            micros[i] = sum;
        }
        return new StageSamples(micros, number(stage, "never"));
    }

    private static Outcome outcome(String text) {
        for (Outcome outcome : Outcome.values()) {
            if (outcome.name().toLowerCase(Locale.ROOT).equals(text)) {
                return outcome;
            }
        }
        throw new IllegalArgumentException("is damaged: there is no outcome '" + text + "'");
    }

    private static JsonNode field(JsonNode node, String name) {
        return Optional.ofNullable(node.get(name))
                .orElseThrow(() -> new IllegalArgumentException("is damaged: the field " + name + " is missing"));
    }

    private static String text(JsonNode node, String name) {
        JsonNode field = field(node, name);
        if (!field.isString()) {
            throw new IllegalArgumentException("is damaged: the field " + name + " must be a text");
        }
        return field.asString();
    }

    private static List<String> texts(JsonNode node, String name) {
        List<String> texts = new ArrayList<>();
        field(node, name).forEach(each -> texts.add(each.asString("")));
        return texts;
    }

    private static long number(JsonNode node, String name) {
        return whole(field(node, name), name);
    }

    private static long number(JsonNode node, String name, int index) {
        return whole(node, name + "[" + index + "]");
    }

    private static long whole(JsonNode field, String name) {
        if (!field.isIntegralNumber() || !field.canConvertToLong() || field.longValue() < 0 && !name.equals("seed")) {
            throw new IllegalArgumentException("is damaged: " + name + " must be a whole number, not negative");
        }
        return field.longValue();
    }
}
