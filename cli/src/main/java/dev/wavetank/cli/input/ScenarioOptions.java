package dev.wavetank.cli.input;

import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options that change a scenario. What is not given stays as the scenario has it. */
public final class ScenarioOptions {

    @Option(
            names = "--nodes",
            paramLabel = "N",
            converter = NodesConverter.class,
            description = "Number of nodes; 3 by default.")
    private Integer nodes;

    @Option(
            names = "--profile",
            paramLabel = "VERSION",
            converter = ProfileConverter.class,
            completionCandidates = Profiles.class,
            description = "The Kubernetes version whose defaults, texts and API versions hold, from v1.8 to v1.36;"
                    + " v1.36 by default. Tests hold v1.8, v1.20 and v1.32 against sources. See wavetank versions.")
    private KubernetesVersion profile;

    @Option(
            names = "--faults",
            paramLabel = "WORD|FILE",
            completionCandidates = Candidates.FaultWords.class,
            description = "What goes wrong: none, light (up to 3 faults of up to 30 s, drawn from the seed), heavy (up"
                    + " to 12 of them; swarm is another word for it), long (up to 4 that last for minutes), or a plan"
                    + " read from a file.")
    private String faults;

    @Option(
            names = "--fault-kinds",
            paramLabel = "KIND,...",
            hideParamSyntax = true,
            split = ",",
            completionCandidates = FaultKinds.class,
            description = "The kinds of faults that are drawn, separated by commas; all by default: "
                    + "${COMPLETION-CANDIDATES}.")
    private List<String> faultKinds = List.of();

    @Option(
            names = "--until",
            paramLabel = "SPAN",
            converter = SpanConverter.class,
            description = "Virtual time at which a run ends at the latest, such as 10m; 1h by default.")
    private Long until;

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            completionCandidates = Candidates.OrderWords.class,
            description = "Order of events that are due at about the same time: fifo (as scheduled), or"
                    + " drawn from the seed: shuffle (any event first), walk (any component first), pct:3 (by random"
                    + " priorities with 3 changes), or portfolio (each seed picks one). The window in which events"
                    + " compete is drawn too, or given as in shuffle@200us. By default explore takes"
                    + " portfolio, and the other commands fifo.")
    private String order;

    @Option(
            names = "--set",
            paramLabel = "component.flag=value",
            completionCandidates = Candidates.Assignments.class,
            description = "A flag of a component, such as kubelet.kube-api-qps=100; can be repeated.")
    private List<String> settings = List.of();

    @Option(
            names = "--strict",
            description = "Let behaviour break an invariant that is an open issue of Kubernetes; otherwise a run only"
                    + " lists it.")
    private boolean strict;

    @Mixin
    private InvariantOptions invariants = new InvariantOptions();

    /** The settings as they were given. */
    public List<String> settings() {
        return settings;
    }

    /** The same options with other settings. */
    public ScenarioOptions withSettings(List<String> others) {
        ScenarioOptions same = new ScenarioOptions();
        same.nodes = nodes;
        same.profile = profile;
        same.faults = faults;
        same.faultKinds = faultKinds;
        same.until = until;
        same.order = order;
        same.strict = strict;
        same.invariants = invariants;
        same.settings = List.copyOf(others);
        return same;
    }

    /** The choice of faults, or null when none was made. */
    public FaultChoice faults() {
        return faults == null ? null : FaultChoice.of(faults, faultKinds);
    }

    /**
     * These options as words of a command line.
     *
     * @param drawn the faults that are drawn when the options do not say; null for none
     * @param actualOrder the order of events, which need not be in the options
     */
    public List<String> words(String drawn, String actualOrder) {
        List<String> words = new ArrayList<>();
        add(words, "--nodes", nodes);
        add(words, "--profile", profile);
        add(words, "--faults", faults == null ? drawn : faults);
        add(words, "--fault-kinds", faultKinds.isEmpty() ? null : String.join(",", faultKinds));
        add(words, "--until", until == null ? null : VirtualTime.span(until));
        add(words, "--order", actualOrder);
        settings.forEach(setting -> add(words, "--set", setting));
        if (strict) {
            words.add("--strict");
        }
        words.addAll(invariants.words());
        return words;
    }

    private static void add(List<String> words, String option, Object value) {
        if (value != null) {
            words.add(option);
            words.add(value.toString());
        }
    }

    /** Reports the requested fault kinds that cannot be drawn for this cluster. */
    public void note(ClusterSpec cluster, Streams streams) {
        FaultChoice choice = faults();
        if (choice != null) {
            choice.note(cluster).ifPresent(note -> streams.err().println("wavetank: --fault-kinds: " + note));
        }
    }

    /** The kinds of faults that may be drawn; empty when all may. */
    public List<String> faultKinds() {
        return faultKinds;
    }

    /** Reads the files, on the cluster that the options ask for. */
    public ScenarioInput read(List<String> files) {
        // A scenario's own faults are left out when others are chosen: they need not hit anything then.
        UnaryOperator<ClusterSpec> reshape = faults == null ? this::cluster : UnaryOperator.identity();
        return ScenarioInput.read(files, reshape, given -> shape(given, true));
    }

    /** The scenario with all options applied; faults are drawn for the seed. */
    public ResolvedScenario prepare(Scenario scenario, long seed, PartsSpec parts) {
        FaultChoice choice = faults();
        if (choice == null && !faultKinds.isEmpty()) {
            throw new BadInputException(
                    "--fault-kinds says which kinds are drawn: it needs --faults light, heavy or long");
        }
        try {
            ResolvedScenario shaped = ResolvedScenario.of(shape(scenario, choice != null), seed, parts(parts));
            return choice == null ? shaped : choice.applyTo(shaped);
        } catch (IllegalArgumentException impossible) {
            throw new BadInputException(impossible.getMessage(), impossible);
        }
    }

    /**
     * The same inputs with another seed, which draws its own faults when faults are drawn.
     *
     * @param prepared what {@link #prepare} returned for some seed
     */
    public ResolvedScenario withSeed(ResolvedScenario prepared, long seed) {
        ResolvedScenario other = prepared.withSeed(seed);
        FaultChoice choice = faults();
        return choice == null || choice.sampler() == null
                ? other
                : choice.applyTo(other.withFaults(FaultPlan.NONE, null));
    }

    /** The scenario with every option applied but the faults. */
    public Scenario shape(Scenario scenario, boolean otherFaults) {
        try {
            Scenario base = otherFaults ? scenario.withFaults(FaultPlan.NONE) : scenario;
            // Settings may name more files; those of commands have been looked for where the scenario was read.
            Scenario shaped = NamedFiles.ofCommand(InputFiles.path(""), null)
                    .complete(base.withCluster(cluster(scenario.cluster())));
            return until == null ? shaped : shaped.withHorizon(until);
        } catch (IllegalArgumentException impossible) {
            throw new BadInputException(impossible.getMessage(), impossible);
        }
    }

    /** The parts in the order that was asked for; the decisions of a saved failure belong to its own order. */
    public PartsSpec parts(PartsSpec given) {
        try {
            PartsSpec ordered = order == null ? given : new PartsSpec(order, given.bugs());
            return ordered.withStrict(strict || given.strict()).withChoice(invariants.choice(given.choice()));
        } catch (IllegalArgumentException unknown) {
            throw new BadInputException("--order: " + unknown.getMessage(), unknown);
        }
    }

    private ClusterSpec cluster(ClusterSpec given) {
        Map<String, String> all = new TreeMap<>(given.settings());
        Set<String> names = new LinkedHashSet<>();
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw new BadInputException("--set takes component.flag=value, such as"
                        + " kubelet.kube-api-qps=100, was '" + setting + "'");
            }
            if (!names.add(setting.substring(0, equals))) {
                throw new BadInputException("--set " + setting.substring(0, equals) + " is given twice: leave one out");
            }
            all.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return new ClusterSpec(
                nodes == null ? given.nodes() : nodes,
                given.nodeCapacity(),
                profile == null ? given.profile() : profile,
                all,
                given.addOns(),
                given.shape());
    }

    /** The fault kinds, looked up only when the help text is printed. */
    public static final class FaultKinds implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return FaultSampler.allKinds().iterator();
        }
    }

    /** The versions that a profile can name, for completion. */
    public static final class Profiles implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return KubernetesVersion.all().stream()
                    .map(KubernetesVersion::toString)
                    .iterator();
        }
    }

    /** Reads a number of nodes. */
    public static final class NodesConverter implements ITypeConverter<Integer> {

        @Override
        public Integer convert(String text) {
            try {
                return ClusterSpec.ofNodes(Integer.parseInt(text)).nodes();
            } catch (NumberFormatException unknown) {
                throw new TypeConversionException("'" + text + "' is not a whole number");
            } catch (IllegalArgumentException impossible) {
                throw new TypeConversionException(impossible.getMessage());
            }
        }
    }

    /** Reads the version of a profile. */
    public static final class ProfileConverter implements ITypeConverter<KubernetesVersion> {

        @Override
        public KubernetesVersion convert(String label) {
            try {
                return KubernetesVersion.parse(label);
            } catch (IllegalArgumentException unknown) {
                throw new TypeConversionException(unknown.getMessage());
            }
        }
    }
}
