package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.scheduler.config.EnabledPlugin;
import dev.wavetank.model.scheduler.config.ExtensionPoint;
import dev.wavetank.model.scheduler.config.PluginSet;
import dev.wavetank.model.scheduler.config.PluginTable;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks the fields of a configuration ({@code ValidateKubeSchedulerConfiguration}). */
final class DraftCheck {

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
        election(Tree.map(draft.tree(), "leaderElection"));
        if (draft.parallelism() <= 0) {
            errors.invalid("parallelism", draft.parallelism(), "should be an integer value greater than zero");
        }
        profiles();
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

    /** {@code ValidateLeaderElectionConfiguration}. */
    private void election(Map<String, Object> election) {
        if (!Tree.bool(election, "leaderElect", true)) {
            return;
        }
        long lease = duration(election, "leaseDuration", 15 * VirtualTime.SECOND);
        long renew = duration(election, "renewDeadline", 10 * VirtualTime.SECOND);
        duration(election, "retryPeriod", 2 * VirtualTime.SECOND);
        if (lease < renew) {
            errors.invalid(
                    "leaderElection.leaseDuration",
                    new GoValue("v1.Duration{Duration:" + renew + "}"),
                    "LeaseDuration must be greater than RenewDeadline");
        }
    }

    /** A value that is shown in the syntax of Go. */
    private record GoValue(String text) {
        @Override
        public String toString() {
            return text;
        }
    }

    private long duration(Map<String, Object> election, String field, long otherwise) {
        String path = "leaderElection." + field;
        long nanos = Tree.has(election, field) ? ExtenderReader.duration(path, Tree.text(election, field)) : otherwise;
        if (nanos <= 0) {
            errors.invalid(path, new GoValue("v1.Duration{Duration:" + nanos + "}"), "must be greater than zero");
        }
        return nanos;
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
            removedPlugins(profile, dot);
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

    private void removedPlugins(Draft.Profile profile, String dot) {
        if (profile.plugins() == null || !version.has(Feature.SCHEDULER_CONFIG_FIELD_ERRORS)) {
            return;
        }
        String api = Objects.requireNonNull(draft.api()).apiVersion();
        profile.plugins().points().forEach((point, set) -> {
            for (int i = 0; i < set.enabled().size(); i++) {
                String name = set.enabled().get(i).name();
                if (PluginTable.get().isRemoved(name, version)) {
                    errors.invalid(
                            dot + "plugins." + point.field() + ".enabled[" + i + "]",
                            name,
                            "was invalid in version " + GoText.quoted(api) + " (KubeSchedulerConfiguration is version "
                                    + GoText.quoted(api) + ")");
                }
            }
        });
    }

    private void arguments(Draft.Profile profile) {
        Set<String> seen = new TreeSet<>();
        for (Draft.Arguments arguments : profile.arguments()) {
            if (!seen.add(arguments.plugin())) {
                errors.duplicate(arguments.path(), GoText.quoted(arguments.plugin()));
            }
            FieldErrors found = new FieldErrors();
            ArgumentsCheck.check(arguments.plugin(), arguments.tree(), arguments.path() + ".args", version, found);
            errors.addAll(found);
        }
    }

    /** One queue serves all profiles ({@code validateCommonQueueSort}). */
    private void queueSort() {
        PluginSet first = queueSort(draft.profiles().get(0));
        for (int i = 1; i < draft.profiles().size(); i++) {
            PluginSet other = queueSort(draft.profiles().get(i));
            if (!other.equals(first)) {
                errors.invalid(
                        draft.profiles().get(i).path() + ".plugins.queueSort",
                        new GoValue(goSyntax(other)),
                        version.has(Feature.SCHEDULER_CONFIG_FIELD_ERRORS)
                                ? "must be the same for all profiles"
                                : "has to match for all profiles");
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
