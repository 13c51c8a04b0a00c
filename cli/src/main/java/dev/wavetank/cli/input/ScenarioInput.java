package dev.wavetank.cli.input;

import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.codec.CustomKinds;
import dev.wavetank.model.codec.ManifestReader;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.model.yaml.Position;
import dev.wavetank.model.yaml.YamlDocument;
import dev.wavetank.model.yaml.YamlReader;
import dev.wavetank.properties.explore.Failure;
import dev.wavetank.properties.explore.FailureCodec;
import dev.wavetank.properties.explore.FailureReport;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.sim.fault.FaultPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The user's input to run.
 *
 * @param scenario the scenario
 * @param seed of the saved failure; null when it is none
 * @param parts of the saved failure, or the default
 * @param isManifests whether the user named plain manifests, so that applying them is the whole task
 * @param places where each command of the timeline is written; empty when that is not known
 * @param remarks which objects in files its kubectl will not be able to read, with their places
 */
public record ScenarioInput(
        Scenario scenario, Long seed, PartsSpec parts, boolean isManifests, List<String> places, List<String> remarks) {

    /** A scenario whose commands may fail, because they may be meant to. */
    public ScenarioInput(Scenario scenario, Long seed, PartsSpec parts) {
        this(scenario, seed, parts, false, List.of(), List.of());
    }

    /** Where a command is written, such as {@code a.yaml:3:5: timeline[1].kubectl:} and a blank; empty if nowhere. */
    public String place(long at, List<String> arguments) {
        int step = scenario.timeline().indexOf(new Command(at, arguments));
        return step < 0 || step >= places.size() ? "" : places.get(step);
    }

    /**
     * Reads one scenario, one saved failure, or any number of manifests, which are applied in the given order.
     *
     * @param reshape makes the cluster for which the faults of a scenario must fit from the one that is written in it
     * @param shape makes the scenario that will run, but for its faults, from the one that is written
     */
    public static ScenarioInput read(
            List<String> names, UnaryOperator<ClusterSpec> reshape, UnaryOperator<Scenario> shape) {
        Map<String, String> manifests = new TreeMap<>();
        List<String> apply = new ArrayList<>(List.of("apply"));
        for (String name : names) {
            String text = InputFiles.read(name);
            List<YamlDocument> documents = YamlReader.read(name, text);
            if (isManifest(documents)) {
                manifests.put(name, text);
                apply.addAll(List.of("-f", name));
            } else if (names.size() == 1) {
                return single(new Text(name, text, documents), reshape, shape);
            } else {
                throw new BadInputException(name + " is not a Kubernetes manifest: several files are run together only"
                        + " when all of them are manifests; name a scenario alone");
            }
        }
        Scenario scenario = new Scenario(
                String.join(" ", names),
                ClusterSpec.DEFAULT,
                List.of(new Command(0, apply)),
                manifests,
                FaultPlan.NONE,
                Scenario.DEFAULT_HORIZON);
        requireReadable(manifests, shape.apply(scenario).cluster().profile());
        return new ScenarioInput(scenario, null, PartsSpec.DEFAULT, true, List.of(), List.of());
    }

    /** Reads a saved failure. */
    public static Failure failure(String name) {
        try {
            Failure failure = FailureCodec.read(name, InputFiles.read(name));
            if (!failure.ownParts().isEmpty()) {
                throw new BadInputException(name + ": the failure was found with parts of the user's own ("
                        + String.join(", ", failure.ownParts()) + "), which this command does not have: replay it in"
                        + " Java, with the exploration that found it: " + FailureReport.replayCode(Path.of(name)));
            }
            return failure;
        } catch (IllegalArgumentException wrong) {
            throw new BadInputException(name + ": " + wrong.getMessage(), wrong);
        }
    }

    /** One file. */
    private record Text(String name, String text, List<YamlDocument> documents) {}

    private static ScenarioInput single(Text input, UnaryOperator<ClusterSpec> reshape, UnaryOperator<Scenario> shape) {
        String name = input.name();
        if (!input.documents().isEmpty() && input.documents().get(0).root().containsKey("invariant")) {
            Failure failure = failure(name);
            return new ScenarioInput(failure.scenario(), failure.seed(), failure.parts());
        }
        Scenario scenario = ScenarioCodec.read(name, input.text(), reshape);
        Path directory = InputFiles.path(name).toAbsolutePath().getParent();
        YamlDocument document = input.documents().get(0);
        Scenario complete = new NamedFiles(directory, null)
                .complete(
                        scenario,
                        (step, missing) ->
                                new BadInputException(place(document, step) + missing.getMessage(), missing));
        Scenario shaped = shape.apply(complete);
        requirePossible(shaped, document);
        // What becomes of objects that the cluster would refuse is for the kubectl commands of the scenario to say.
        List<String> remarks = unreadable(complete, shaped.cluster().profile());
        List<String> places = IntStream.range(0, complete.timeline().size())
                .mapToObj(step -> place(document, step))
                .toList();
        return new ScenarioInput(complete, null, PartsSpec.DEFAULT, false, places, remarks);
    }

    private static String place(YamlDocument document, int step) {
        String field = "timeline[" + step + "].kubectl";
        Position position = document.positions().nearest(field);
        return document.source() + ":" + position + ": " + field + ": ";
    }

    /** Finds impossible settings and add-ons while it is known in which line they are written. */
    private static void requirePossible(Scenario scenario, YamlDocument document) {
        try {
            ResolvedScenario.check(scenario);
        } catch (IllegalArgumentException impossible) {
            String message = String.valueOf(impossible.getMessage());
            boolean namesField = message.startsWith("cluster.addOns[")
                    || message.startsWith("cluster.pools[")
                    || message.startsWith("cluster.staticPods:");
            String field = namesField ? message.replaceFirst(": .*", "") : null;
            for (String setting : written(document)) {
                if (field == null && message.contains(setting)) {
                    field = "cluster.settings." + setting;
                }
            }
            if (field == null) { // an option of the command line is wrong
                throw new BadInputException(message, impossible);
            }
            throw new ManifestException(document.source(), document.positions().nearest(field), message);
        }
    }

    /** The names of the settings in a scenario. */
    private static List<String> written(YamlDocument document) {
        return document.root().get("cluster") instanceof Map<?, ?> cluster
                        && cluster.get("settings") instanceof Map<?, ?> settings
                ? settings.keySet().stream().map(String::valueOf).toList()
                : List.of();
    }

    private static boolean isManifest(List<YamlDocument> documents) {
        return !documents.isEmpty()
                && (documents.get(0).root().containsKey("apiVersion")
                        || documents.get(0).root().containsKey("kind"));
    }

    /** Finds mistakes before anything is run, because here they have a line and a column. */
    private static void requireReadable(Map<String, String> files, KubernetesVersion profile) {
        ManifestReader reader = new ManifestReader(ApiSchema.of(profile), new ObjectCodec());
        files.forEach(reader::learn);
        files.forEach(reader::read);
    }

    /**
     * What the kubectl of a scenario cannot read in its manifests, and how to mend it.
     *
     * @throws ManifestException when one of them is no YAML
     */
    public static List<String> unreadable(Scenario scenario, KubernetesVersion profile) {
        Map<String, String> files = new TreeMap<>(scenario.files());
        files.keySet().retainAll(NamedFiles.manifests(scenario));
        List<String> remarks = new ArrayList<>();
        ManifestReader reader = new ManifestReader(
                ApiSchema.of(profile), new ObjectCodec(), new CustomKinds(), (manifest, tree, problems) -> true);
        files.forEach(reader::learn);
        files.forEach((source, text) ->
                reader.read(source, text, mistake -> remarks.add(String.valueOf(mistake.getMessage()))));
        return remarks;
    }
}
