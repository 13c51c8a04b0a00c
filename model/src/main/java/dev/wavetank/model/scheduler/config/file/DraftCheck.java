package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.scheduler.config.EnabledPlugin;
import dev.wavetank.model.scheduler.config.ExtensionPoint;
import dev.wavetank.model.scheduler.config.PluginSet;
import dev.wavetank.model.scheduler.config.PluginTable;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Checks the fields of a configuration ({@code ValidateKubeSchedulerConfiguration}). */
final class DraftCheck {

    private static final int PORT_MAX = 65535;
    private static final Pattern ADDRESS = Pattern.compile("(.*):([0-9]{0,9})");
    /** None at all is the address of every interface; of one of version 6 only the characters are looked at. */
    private static final Pattern IP =
            Pattern.compile("|((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])([.](?!$)|$)){4}|\\[[0-9a-fA-F:.]+]");

    private static final List<String> REPLACED_BY_FIT =
            List.of("NodeResourcesLeastAllocated", "NodeResourcesMostAllocated", "RequestedToCapacityRatio");

    private final Draft draft;
    private final KubernetesVersion version;
    private final FieldErrors errors = new FieldErrors();

    DraftCheck(Draft draft, KubernetesVersion version) {
        this.draft = draft;
        this.version = version;
    }

    /** Throws a {@code ConfigurationException} with all mistakes. */
    void check() {
        long burst = Tree.number(Tree.map(draft.tree(), "clientConnection"), "burst", 0);
        if (burst < 0) {
            errors.invalid("clientConnection.burst", burst, "must be non-negative");
        }
        new ElectionCheck(Tree.map(draft.tree(), "leaderElection"), version).fields(errors);
        if (draft.parallelism() <= 0) {
            errors.invalid("parallelism", draft.parallelism(), "should be an integer value greater than zero");
        }
        profiles();
        address("healthzBindAddress");
        address("metricsBindAddress");
        percentage("percentageOfNodesToScore", Tree.number(draft.tree(), "percentageOfNodesToScore", 0));
        if (draft.backoff() <= 0) {
            errors.invalid("podInitialBackoffSeconds", draft.backoff(), "must be greater than 0");
        }
        if (draft.backoffMax() < draft.backoff()) {
            errors.invalid(
                    "podMaxBackoffSeconds",
                    draft.backoffMax(),
                    "must be greater than or equal to PodInitialBackoffSeconds");
        }
        ExtenderReader.validate(draft.extenders(), errors);
        errors.report("");
    }

    private void percentage(String field, long percentage) {
        if (percentage < 0 || percentage > 100) {
            errors.invalid(field, percentage, "not in valid range [0-100]");
        }
    }

    /**
     * Where health or metrics are served. What is no address and port, the defaults replace, unless it is an address
     * alone ({@code SetDefaults_KubeSchedulerConfiguration}); both left the file with v1beta3.
     */
    private void address(String field) {
        String value = Tree.text(draft.tree(), field);
        Matcher parts = ADDRESS.matcher(value);
        if (!parts.matches()) {
            return;
        }
        boolean isOpen = version.has(Feature.SCHEDULER_INSECURE_PORT);
        long port = parts.group(2).isEmpty() ? 0 : Long.parseLong(parts.group(2));
        if (isOpen && (port < 1 || port > PORT_MAX)) {
            errors.invalid(field, value, "must be between 1 and 65535, inclusive");
        }
        if (!IP.matcher(parts.group(1)).matches()) {
            errors.invalid(field, value, "must be a valid IP address, (e.g. 10.9.8.7)");
        }
        if (!isOpen && port != 0) {
            errors.invalid(field, value, "must be empty or with an explicit 0 port");
        }
    }

    private void profiles() {
        Set<String> names = new TreeSet<>();
        for (Draft.Profile profile : draft.profiles()) {
            String dot = profile.path().isEmpty() ? "" : profile.path() + ".";
            if (profile.name().isEmpty()) {
                errors.required(dot + "schedulerName", "");
            }
            if (profile.percentageOfNodesToScore() != null) {
                percentage(dot + "percentageOfNodesToScore", profile.percentageOfNodesToScore());
            }
            refusedPlugins(profile, dot);
            if (version.has(Feature.SCHEDULER_ARGUMENTS_AS_FIELDS)) {
                arguments(profile);
            }
            if (!names.add(profile.name())) {
                errors.duplicate(
                        dot + "schedulerName",
                        "field.Path{name:\"schedulerName\", index:\"\", parent:(*field.Path)(0xc000000000)}");
            }
        }
        queueSort();
    }

    /** Plug-ins that this version of the file has no longer ({@code validatePluginSetForInvalidPlugins}). */
    private void refusedPlugins(Draft.Profile profile, String dot) {
        if (profile.plugins() == null) {
            return;
        }
        profile.plugins().points().forEach((point, set) -> {
            String field = dot + "plugins." + point.field() + ".enabled[";
            for (int i = 0; i < set.enabled().size(); i++) {
                refuse(field + i + "]", set.enabled().get(i).name());
            }
            if (point == ExtensionPoint.SCORE) {
                conflicts(set.enabled(), field);
            }
        });
    }

    /** Whether a plug-in is refused by its name. */
    private boolean refuse(String field, String plugin) {
        ConfigApi written = Objects.requireNonNull(draft.api());
        for (ConfigApi api : ConfigApi.values()) {
            if (api.compareTo(written) <= 0
                    && PluginTable.get().invalidIn(api.label(), version).contains(plugin)) {
                errors.invalid(
                        field,
                        plugin,
                        "was " + (api == ConfigApi.V1BETA2 ? "removed" : "invalid") + " in version "
                                + GoText.quoted(api.apiVersion()) + " (KubeSchedulerConfiguration is version "
                                + GoText.quoted(written.apiVersion()) + ")");
                return true;
            }
        }
        return false;
    }

    /**
     * In v1.22, which has strategies of NodeResourcesFit, a file of v1beta1 cannot have both it and the plug-ins before
     * it at score ({@code conflictScorePluginsByVersion}).
     */
    private void conflicts(List<EnabledPlugin> scores, String field) {
        if (draft.api() != ConfigApi.V1BETA1 || !version.has(Feature.SCHEDULER_CONFIG_V1BETA2)) {
            return;
        }
        List<String> others = scores.stream()
                .map(EnabledPlugin::name)
                .filter(REPLACED_BY_FIT::contains)
                .toList();
        for (int i = 0; i < scores.size(); i++) {
            if (scores.get(i).name().equals("NodeResourcesFit") && !others.isEmpty()) {
                String api = GoText.quoted(ConfigApi.V1BETA1.apiVersion());
                errors.invalid(
                        field + i + "]",
                        scores.get(i).name(),
                        "was conflict with ["
                                + others.stream().map(GoText::quoted).collect(Collectors.joining(" ")) + "] in version "
                                + api + " (KubeSchedulerConfiguration is version " + api + ")");
            }
        }
    }

    private void arguments(Draft.Profile profile) {
        Set<String> seen = new TreeSet<>();
        for (Draft.Arguments arguments : profile.arguments()) {
            if (!seen.add(arguments.plugin())) {
                errors.duplicate(arguments.path(), GoText.quoted(arguments.plugin()));
            }
            if (!refuse(arguments.path(), arguments.plugin())
                    && !arguments.plugin().equals(ArgumentsCheck.FIT)) {
                FieldErrors found = new FieldErrors();
                ArgumentsCheck.check(arguments, draft.api(), version, found);
                errors.addAll(found);
            }
        }
    }

    /** One queue serves all profiles ({@code validateCommonQueueSort}). */
    private void queueSort() {
        PluginSet first = queueSort(draft.profiles().get(0));
        String same = version.has(Feature.SCHEDULER_QUEUE_SORT_TEXT)
                ? "queueSort must be the same for all profiles"
                : "has to match for all profiles";
        if (version.has(Feature.SCHEDULER_ARGUMENTS_AS_FIELDS)
                && first.enabled().size() > 1) {
            errors.invalid(
                    draft.profiles().get(0).path() + ".plugins.queueSort.Enabled",
                    first.enabled().size(),
                    "only one queue sort plugin can be enabled");
        }
        for (int i = 1; i < draft.profiles().size(); i++) {
            PluginSet other = queueSort(draft.profiles().get(i));
            if (!other.equals(first)) {
                errors.invalid(
                        draft.profiles().get(i).path() + ".plugins.queueSort", new GoValue(goSyntax(other)), same);
            }
        }
    }

    private static PluginSet queueSort(Draft.Profile profile) {
        return profile.plugins() == null ? PluginSet.NONE : profile.plugins().at(ExtensionPoint.QUEUE_SORT);
    }

    private static String goSyntax(PluginSet set) {
        List<EnabledPlugin> disabled =
                set.disabled().stream().map(name -> new EnabledPlugin(name, 0)).toList();
        return "config.PluginSet{Enabled:" + plugins(set.enabled()) + ", Disabled:" + plugins(disabled) + "}";
    }

    private static String plugins(List<EnabledPlugin> plugins) {
        return "[]config.Plugin"
                + (plugins.isEmpty()
                        ? "(nil)"
                        : plugins.stream()
                                .map(one -> "config.Plugin{Name:" + GoText.quoted(one.name()) + ", Weight:"
                                        + one.weight() + "}")
                                .collect(Collectors.joining(", ", "{", "}")));
    }
}
