package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.scheduler.config.ConfigurationException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a version says of a predicate or priority that it does not understand ({@code factory/plugins.go}, from v1.18 on
 * {@code framework/plugins/legacy_registry.go}).
 */
final class PolicyTexts {

    private static final String FORM = "^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])$";
    private static final Pattern NAME = Pattern.compile(FORM);

    private final KubernetesVersion version;

    PolicyTexts(KubernetesVersion version) {
        this.version = version;
    }

    /** Checks that exactly one of these arguments is given, if any is. */
    void oneArgument(Map<String, Object> holder, List<String> arguments, String field) {
        if (!Tree.has(holder, "argument")) {
            return;
        }
        Map<String, Object> argument = Tree.map(holder, "argument");
        long given = arguments.stream().filter(name -> Tree.has(argument, name)).count();
        if (given != 1) {
            String kind = field.startsWith("predicates") ? "predicate" : "priority";
            String end = " 1 " + kind + " argument is required, numArgs: " + given + ", ";
            boolean isReturned = version.has(Feature.POLICY_ERRORS_RETURNED);
            throw new ConfigurationException(
                    field + ".argument",
                    isReturned
                            ? PolicyCheck.prefix(version) + "exactly" + end + kind + " " + struct(holder, kind)
                            : "Exactly" + end + (kind.equals("priority") ? "Priority: " : "Predicate: ")
                                    + Tree.text(holder, "name"));
        }
    }

    /** The policy as Go prints it, but for the place of its argument in memory. */
    private static String struct(Map<String, Object> holder, String kind) {
        String weight = kind.equals("priority") ? Tree.number(holder, "weight", 0) + " " : "";
        return "{" + Tree.text(holder, "name") + " " + weight + "0xc000000000}";
    }

    /** Of a name that nobody knows. */
    ConfigurationException notFound(String kind, String name, String field) {
        String capital = kind.equals("priority") ? "Priority" : "Predicate";
        if (version.has(Feature.POLICY_ERRORS_RETURNED)) {
            return new ConfigurationException(
                    field, PolicyCheck.prefix(version) + kind + " type not found for " + GoText.quoted(name));
        }
        return new ConfigurationException(
                field,
                "Invalid configuration: " + capital + " type not found for "
                        + (version.has(Feature.POLICY_NAMES_QUOTED) ? GoText.quoted(name) : name));
    }

    /** Checks the name of a predicate or priority with an argument, as long as it is registered under this name. */
    void customName(String name, String field) {
        if (!version.has(Feature.POLICY_PRIORITIES_MERGED)
                && !NAME.matcher(name).matches()) {
            throw new ConfigurationException(
                    field + ".name",
                    "Algorithm name " + name + " does not match the name validation regexp \"" + FORM + "\".");
        }
    }

    /** Checks the shape of a ratio at once, as long as no plug-in does it. */
    void ratio(Map<String, Object> arguments, String field) {
        if (version.has(Feature.POLICY_NAMES_QUOTED)) {
            return;
        }
        FieldErrors errors = new FieldErrors();
        new ShapeCheck(errors).firstMistake(Tree.maps(arguments, "shape"));
        errors.report("invalid RequestedToCapacityRatioPriority arguments: ", field + ".argument");
    }
}
