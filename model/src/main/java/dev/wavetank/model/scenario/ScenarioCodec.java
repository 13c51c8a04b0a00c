package dev.wavetank.model.scenario;

import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.model.yaml.Position;
import dev.wavetank.model.yaml.YamlDocument;
import dev.wavetank.model.yaml.YamlReader;
import dev.wavetank.model.yaml.YamlWriter;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.LinkFault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the YAML form of scenarios and fault plans. Reading what was written gives an equal scenario.
 */
public final class ScenarioCodec {

    /** Words by which a shell joins and redirects commands. */
    private static final List<String> SHELL = List.of("|", "||", "&&", ";", "&", ">", ">>", "<");

    private ScenarioCodec() {}

    /**
     * Reads a scenario, or plain manifests, which become a scenario that applies them at the beginning.
     *
     * @param source name of the file, for messages
     * @param text its content
     * @throws ManifestException naming file, line and field of a mistake
     */
    public static Scenario read(String source, String text) {
        return read(source, text, UnaryOperator.identity());
    }

    /**
     * The same on another cluster than the written one.
     *
     * @param reshape makes the cluster from the written one, before the targets of faults are checked
     * @throws ManifestException naming file, line and field of a mistake
     */
    public static Scenario read(String source, String text, UnaryOperator<ClusterSpec> reshape) {
        List<YamlDocument> documents = YamlReader.read(source, text);
        if (documents.isEmpty()) {
            throw new ManifestException(
                    source, new Position(1, 1), "is empty: expected a scenario or Kubernetes manifests");
        }
        YamlDocument first = documents.get(0);
        if (first.root().containsKey("apiVersion") || first.root().containsKey("kind")) {
            Scenario applied = ofManifest(source, text);
            return applied.withCluster(reshape.apply(applied.cluster()));
        }
        refuseSecond(documents, "a scenario");
        if (first.root().size() == 1 && first.root().containsKey("faults")) {
            throw new ManifestException(
                    source,
                    first.positions().start(),
                    "is a fault plan, not a scenario: give it to --faults of a scenario or manifests");
        }
        try {
            return scenario(new DocumentFields(first, "", first.root()), source, reshape, List.of());
        } catch (IllegalArgumentException impossible) {
            throw new ManifestException(source, first.positions().start(), impossible.getMessage());
        }
    }

    /**
     * Reads a fault plan: a document whose only field is {@code faults}.
     *
     * @param cluster the target of the faults
     * @throws ManifestException naming file, line and field of a mistake
     */
    public static FaultPlan readPlan(String source, @Nullable String text, ClusterSpec cluster) {
        return readPlan(source, text, cluster, List.of());
    }

    /**
     * Reads a fault plan that may also hit requests of controllers which are not Kubernetes' own.
     *
     * @param ownActors their user agents
     * @throws ManifestException naming file, line and field of a mistake
     */
    public static FaultPlan readPlan(
            String source, @Nullable String text, ClusterSpec cluster, List<String> ownActors) {
        List<YamlDocument> documents = YamlReader.read(source, text, ": write faults: above the list");
        if (documents.isEmpty()) {
            return FaultPlan.NONE;
        }
        refuseSecond(documents, "a fault plan");
        DocumentFields fields =
                new DocumentFields(documents.get(0), "", documents.get(0).root());
        FaultPlan plan = plan(fields, cluster, ownActors);
        fields.refuseOthers();
        return plan;
    }

    private static void refuseSecond(List<YamlDocument> documents, String what) {
        if (documents.size() > 1) {
            YamlDocument second = documents.get(1);
            throw new ManifestException(
                    second.source(), second.positions().start(), what + " is one document: nothing may follow it");
        }
    }

    /** A scenario that applies a manifest at the beginning, on the default cluster. */
    public static Scenario ofManifest(String source, String text) {
        Map<String, String> files = new TreeMap<>();
        files.put(source, text);
        return new Scenario(
                source,
                ClusterSpec.DEFAULT,
                List.of(new Command(0, List.of("apply", "-f", source))),
                files,
                FaultPlan.NONE,
                Scenario.DEFAULT_HORIZON);
    }

    /** The scenario as a tree that {@link #read} understands. */
    public static Map<String, Object> tree(Scenario scenario) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", scenario.name());
        tree.put("cluster", tree(scenario.cluster()));
        List<Object> timeline = new ArrayList<>();
        for (Command command : scenario.timeline()) {
            Map<String, Object> step = new LinkedHashMap<>();
            step.put("at", VirtualTime.span(command.at()));
            step.put("kubectl", new ArrayList<Object>(command.arguments()));
            timeline.add(step);
        }
        tree.put("timeline", timeline);
        if (!scenario.files().isEmpty()) {
            tree.put("files", new LinkedHashMap<String, Object>(scenario.files()));
        }
        tree.put("faults", ModelKinds.CODEC.write(scenario.faults()));
        tree.put("horizon", VirtualTime.span(scenario.horizon()));
        return tree;
    }

    /** The scenario as YAML. */
    public static String write(Scenario scenario) {
        return YamlWriter.write(tree(scenario));
    }

    /**
     * The same on fewer lines, for people: a command is a line for a shell, and what fits on a line is on one. It reads
     * back as the same scenario.
     */
    public static String compact(Scenario scenario) {
        return YamlWriter.compact(compactTree(scenario));
    }

    /** What {@link #compact} writes. */
    public static Map<String, Object> compactTree(Scenario scenario) {
        Map<String, Object> tree = tree(scenario);
        List<Object> timeline = new ArrayList<>();
        for (Command command : scenario.timeline()) {
            Map<String, Object> step = new LinkedHashMap<>();
            step.put("at", VirtualTime.span(command.at()));
            step.put("kubectl", Command.line(Objects.requireNonNull(command.arguments())));
            timeline.add(step);
        }
        tree.put("timeline", timeline);
        return tree;
    }

    /**
     * Reads a scenario that stands in a field of a larger document.
     *
     * @throws ManifestException naming file, line and field of a mistake
     */
    public static Scenario read(YamlDocument document, String field) {
        return read(document, field, List.of());
    }

    /**
     * The same for a cluster with controllers of the user's own.
     *
     * @param ownActors their user agents
     */
    public static Scenario read(YamlDocument document, String field, List<String> ownActors) {
        DocumentFields fields = new DocumentFields(document, "", document.root()).fields(field);
        try {
            return scenario(fields, document.source(), UnaryOperator.identity(), ownActors);
        } catch (IllegalArgumentException impossible) {
            throw new ManifestException(
                    document.source(), document.positions().nearest(field), field + ": " + impossible.getMessage());
        }
    }

    private static Scenario scenario(
            DocumentFields fields, String source, UnaryOperator<ClusterSpec> reshape, List<String> ownActors) {
        ClusterSpec written = fields.has("cluster") ? cluster(fields.fields("cluster")) : ClusterSpec.DEFAULT;
        ClusterSpec cluster = reshape.apply(written);
        Scenario scenario = new Scenario(
                fields.text("name", source),
                cluster,
                commands(fields),
                files(fields),
                plan(fields, cluster, ownActors),
                fields.span("horizon", Scenario.DEFAULT_HORIZON));
        fields.refuseOthers();
        return scenario;
    }

    private static Map<String, String> files(DocumentFields fields) {
        if (!fields.has("files")) {
            return new TreeMap<>();
        }
        DocumentFields files = fields.fields("files");
        files.tree().forEach((name, text) -> {
            if (!(text instanceof String)) {
                throw files.mistake(name, "expected the text of the file, after a '|', found " + text);
            }
        });
        return files.texts();
    }

    private static List<Command> commands(DocumentFields fields) {
        List<Command> commands = new ArrayList<>();
        for (DocumentFields step : fields.list("timeline")) {
            long at = step.span("at", 0);
            List<String> words = step.words("kubectl");
            refuseShell(step, words);
            step.tree().forEach((name, value) -> {
                if (value == null) {
                    throw step.mistake(
                            name,
                            "no such field: a comma ends a value in braces: write the command in quotation marks");
                }
            });
            commands.add(new Command(at, words));
            step.refuseOthers();
        }
        return commands;
    }

    /** Refuses what only a shell understands, and the name of the command itself. */
    private static void refuseShell(DocumentFields step, List<String> words) {
        if (!words.isEmpty() && words.get(0).equals("kubectl")) {
            throw step.mistake("kubectl", "leave the word kubectl out: write what follows it");
        }
        if (step.tree().get("kubectl") instanceof String) {
            for (String word : words) {
                if (SHELL.contains(word)) {
                    throw step.mistake(
                            "kubectl", "a timeline has no shell, which '" + word + "' needs: write one command only");
                }
            }
        }
    }

    /** Reads and checks one clause after the other, so that an error has its position. */
    private static FaultPlan plan(DocumentFields fields, ClusterSpec cluster, List<String> ownActors) {
        List<FaultClause> clauses = new ArrayList<>();
        for (DocumentFields written : fields.list("faults")) {
            FaultClause clause = written.fault();
            try {
                TargetCheck.checkAll(cluster, clause, ownActors);
            } catch (AbsentTargetException absent) {
                throw written.mistake(fieldNaming(absent.pattern(), written), absent.getMessage());
            }
            if (clause.fault() instanceof LinkFault link
                    && link.links().one().equals(link.links().other())) {
                throw written.mistake(
                        "and",
                        "a link has two ends, and both are '" + link.links().other() + "'");
            }
            clauses.add(clause);
        }
        return new FaultPlan(clauses);
    }

    /** The field of a fault that names a component; a node stands for the components on it. */
    private static String fieldNaming(String pattern, DocumentFields fault) {
        for (String field : List.of("component", "member", "between", "and", "from", "to", "object")) {
            if (fault.has(field) && fault.text(field).equals(pattern)) {
                return field;
            }
        }
        boolean onNode =
                fault.has("node") && ComponentNames.kubelet(fault.text("node")).equals(pattern);
        return onNode ? "node" : "after.component";
    }

    private static KubernetesVersion profile(DocumentFields fields) {
        try {
            return KubernetesVersion.parse(fields.text("profile", KubernetesVersion.DEFAULT.toString()));
        } catch (IllegalArgumentException unknown) {
            String hint = fields.tree().get("profile") instanceof Number
                    ? "; a number in YAML loses its last zero: write v1.20, with the v"
                    : "";
            throw fields.mistake("profile", unknown.getMessage() + hint);
        }
    }

    private static ClusterSpec cluster(DocumentFields fields) {
        boolean hasPools = fields.tree().containsKey(NodePoolCodec.POOLS);
        int nodes = fields.number("nodes", hasPools ? 0 : ClusterSpec.DEFAULT.nodes());
        Map<String, String> capacity = new TreeMap<>(ClusterSpec.DEFAULT.nodeCapacity());
        if (fields.has("nodeCapacity")) {
            capacity.putAll(CapacityCodec.read(fields.fields("nodeCapacity")));
        }
        ClusterSpec cluster = new ClusterSpec(
                nodes,
                capacity,
                profile(fields),
                fields.texts("settings", new TreeMap<>()),
                AddOnCodec.read(fields.list("addOns")),
                NodeShapeCodec.read(fields));
        fields.refuseOthers();
        return cluster;
    }

    private static Map<String, Object> tree(ClusterSpec cluster) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("nodes", (long) cluster.nodes());
        tree.put("nodeCapacity", new LinkedHashMap<String, Object>(cluster.nodeCapacity()));
        tree.put("profile", cluster.profile().toString());
        NodeShapeCodec.write(cluster.shape(), tree);
        if (!cluster.settings().isEmpty()) {
            tree.put("settings", new LinkedHashMap<String, Object>(cluster.settings()));
        }
        if (!cluster.addOns().isEmpty()) {
            tree.put("addOns", AddOnCodec.tree(cluster.addOns()));
        }
        return tree;
    }
}
