package dev.wavetank.model.kubectl.syntax;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The commands that are simulated and the flags of each. */
public enum VerbSyntax {
    ANNOTATE("annotate", Flags.METADATA),
    API_RESOURCES("api-resources", List.of(Flag.OUTPUT), Flag.API_GROUP, Flag.NAMESPACED, Flag.NO_HEADERS, Flag.VERBS),
    API_VERSIONS("api-versions", List.of()),
    APPLY("apply", Flags.PRINTED, Flag.FILENAME),
    AUTH_CAN_I("auth can-i", List.of(), Flag.ALL_NAMESPACES, Flag.QUIET, Flag.SUBRESOURCE),
    CLUSTER_INFO("cluster-info", List.of()),
    CORDON("cordon", Flags.PRINTED),
    CREATE("create", Flags.PRINTED, Flag.FILENAME),
    CREATE_CONFIG_MAP("create configmap", Flags.PRINTED, Flag.FROM_FILE, Flag.FROM_LITERAL),
    CREATE_DEPLOYMENT("create deployment", Flags.PRINTED, Flag.IMAGE, Flag.REPLICAS, Flag.PORT),
    CREATE_JOB("create job", Flags.PRINTED, Flag.IMAGE),
    CREATE_NAMESPACE("create namespace", Flags.PRINTED),
    CREATE_QUOTA("create quota", Flags.PRINTED, Flag.HARD),
    CREATE_SECRET("create secret", Flags.PRINTED, Flag.FROM_FILE, Flag.FROM_LITERAL, Flag.TYPE),
    CREATE_SERVICE_ACCOUNT("create serviceaccount", Flags.PRINTED),
    DELETE(
            "delete",
            Flags.PRINTED,
            Flag.ALL,
            Flag.ALL_NAMESPACES,
            Flag.CASCADE,
            Flag.FIELD_SELECTOR,
            Flag.FILENAME,
            Flag.FORCE,
            Flag.GRACE_PERIOD,
            Flag.IGNORE_NOT_FOUND,
            Flag.NOW,
            Flag.SELECTOR,
            Flag.TIMEOUT,
            Flag.WAIT),
    DRAIN(
            "drain",
            Flags.PRINTED,
            Flag.IGNORE_DAEMONSETS,
            Flag.DELETE_EMPTYDIR_DATA,
            Flag.DELETE_LOCAL_DATA,
            Flag.FORCE,
            Flag.GRACE_PERIOD),
    EXPOSE(
            "expose",
            Flags.PRINTED,
            Flag.LABELS,
            Flag.NAME,
            Flag.PORT,
            Flag.PROTOCOL,
            Flag.SELECTOR_OF_SERVICE,
            Flag.TARGET_PORT,
            Flag.TYPE),
    GET(
            "get",
            List.of(Flag.OUTPUT),
            Flag.ALL_NAMESPACES,
            Flag.CHUNK_SIZE,
            Flag.FIELD_SELECTOR,
            Flag.IGNORE_NOT_FOUND,
            Flag.LABEL_COLUMNS,
            Flag.NO_HEADERS,
            Flag.RAW,
            Flag.SELECTOR,
            Flag.SHOW_KIND,
            Flag.SHOW_LABELS,
            Flag.SORT_BY,
            Flag.SHOW_MANAGED_FIELDS.since(Feature.KUBECTL_HIDES_MANAGED_FIELDS)),
    LABEL("label", Flags.METADATA),
    LOGS("logs", List.of(), Flag.CONTAINER),
    PATCH(
            "patch",
            Flags.PRINTED,
            Flag.FILENAME,
            Flag.PATCH,
            Flag.PATCH_FILE.since(Feature.KUBECTL_PATCH_FILE),
            Flag.SUBRESOURCE.since(Feature.KUBECTL_SUBRESOURCE),
            Flag.TYPE),
    ROLLOUT_HISTORY("rollout history", List.of(Flag.OUTPUT), Flag.REVISION),
    ROLLOUT_PAUSE("rollout pause", Flags.PRINTED),
    ROLLOUT_RESTART("rollout restart", Flags.PRINTED),
    ROLLOUT_RESUME("rollout resume", Flags.PRINTED),
    ROLLOUT_STATUS("rollout status", List.of(), Flag.REVISION, Flag.TIMEOUT, Flag.WATCH),
    ROLLOUT_UNDO("rollout undo", Flags.PRINTED, Flag.TO_REVISION),
    RUN(
            "run",
            Flags.PRINTED,
            Flag.ATTACH,
            Flag.COMMAND,
            Flag.ENV,
            Flag.EXPOSE,
            Flag.GENERATOR.since(Feature.KUBECTL_RUN_GENERATORS),
            Flag.HOST_PORT.since(Feature.KUBECTL_RUN_FLAGS),
            Flag.IMAGE,
            Flag.IMAGE_PULL_POLICY,
            Flag.LABELS,
            Flag.LIMITS.since(Feature.KUBECTL_RUN_FLAGS),
            Flag.QUIET,
            Flag.RECORD.since(Feature.KUBECTL_RUN_FLAGS),
            Flag.REQUESTS.since(Feature.KUBECTL_RUN_FLAGS),
            Flag.RESTART,
            Flag.RM,
            Flag.RUN_PORT,
            Flag.RUN_REPLICAS.since(Feature.KUBECTL_RUN_GENERATORS),
            Flag.SCHEDULE.since(Feature.KUBECTL_RUN_GENERATORS),
            Flag.SERVICE_ACCOUNT.since(Feature.KUBECTL_RUN_FLAGS),
            Flag.STDIN,
            Flag.TTY),
    SCALE(
            "scale",
            Flags.PRINTED,
            Flag.ALL,
            Flag.CURRENT_REPLICAS,
            Flag.FILENAME,
            Flag.REPLICAS,
            Flag.RESOURCE_VERSION,
            Flag.SELECTOR),
    SET_IMAGE("set image", Flags.PRINTED),
    TAINT("taint", Flags.PRINTED, Flag.ALL, Flag.OVERWRITE, Flag.SELECTOR),
    TOP("top", List.of()),
    UNCORDON("uncordon", Flags.PRINTED),
    VERSION("version", List.of(Flag.OUTPUT), Flag.CLIENT, Flag.SHORT.since(Feature.KUBECTL_VERSION_SHORT)),
    WAIT(
            "wait",
            List.of(Flag.OUTPUT),
            Flag.ALL,
            Flag.ALL_NAMESPACES,
            Flag.FIELD_SELECTOR,
            Flag.FILENAME,
            Flag.FOR,
            Flag.SELECTOR,
            Flag.TIMEOUT);

    /** Flags that several commands have. */
    private static final class Flags {

        /** Those of every command. */
        private static final List<Option> GLOBAL = List.of(Flag.NAMESPACE);
        /** Those of commands that print what they did to each object. */
        private static final List<Option> PRINTED = List.of(
                Flag.OUTPUT,
                Flag.DRY_RUN.until(Feature.KUBECTL_RUN_GENERATORS),
                Flag.DRY_RUN_SWITCH.since(Feature.KUBECTL_RUN_GENERATORS));

        /** Those of commands that change labels and annotations. */
        private static final List<Option> METADATA = with(
                PRINTED,
                Flag.ALL,
                Flag.ALL_NAMESPACES.since(Feature.KUBECTL_METADATA_EVERYWHERE),
                Flag.FIELD_SELECTOR,
                Flag.FILENAME,
                Flag.LIST,
                Flag.OVERWRITE,
                Flag.RESOURCE_VERSION,
                Flag.SELECTOR);

        private Flags() {}

        private static List<Option> with(List<Option> group, Option... more) {
            return Stream.concat(group.stream(), Arrays.stream(more)).toList();
        }
    }

    /** Verbs of the real command that the model does not support. */
    private static final List<String> NOT_SIMULATED = List.of(
            "autoscale",
            "certificate",
            "completion",
            "config",
            "describe",
            "diff",
            "events",
            "explain",
            "kustomize",
            "options",
            "plugin",
            "replace");

    private final String words;
    private final List<Option> options;

    VerbSyntax(String words, List<Option> group, Option... own) {
        this.words = words;
        this.options = new ArrayList<>(Arrays.asList(own));
        this.options.addAll(group);
        this.options.addAll(Flags.GLOBAL);
    }

    /** The command as it is typed, without flags. */
    public String words() {
        return words;
    }

    /** Its first word. */
    public String verb() {
        return words.split(" ")[0];
    }

    /** The flags that it takes in this version. */
    public List<Flag> flags(KubernetesVersion version) {
        return in(options, version);
    }

    /** Whether it has a flag of this name in any version. */
    public boolean hasFlag(String name) {
        return options.stream().anyMatch(option -> option.flag().name().equals(name));
    }

    /** The flags that every command takes in this version. */
    static List<Flag> globalFlags(KubernetesVersion version) {
        return in(Flags.GLOBAL, version);
    }

    private static List<Flag> in(List<Option> options, KubernetesVersion version) {
        return options.stream()
                .filter(option -> option.isIn(version))
                .map(Option::flag)
                .toList();
    }

    /** The command of the first word after {@code kubectl}. */
    static VerbSyntax of(String verb) {
        return named(verb).orElseThrow(() -> {
            String never = never(verb);
            if (!never.isEmpty()) {
                return new UsageException("kubectl " + verb + " is not simulated: " + never);
            }
            String why = NOT_SIMULATED.contains(verb)
                    ? "kubectl " + verb + " is not simulated; these are: "
                    : "unknown command \"" + verb + "\" for \"kubectl\"; these are simulated: ";
            return new UsageException(why + simulated());
        });
    }

    /** Why a verb has no meaning in a simulated cluster; empty for all others. */
    private static String never(String verb) {
        return switch (verb) {
            case "attach", "cp", "debug", "exec" -> "no program runs in a simulated container";
            case "port-forward", "proxy" -> "no packet leaves the simulated cluster";
            case "edit" -> "there is no editor; write kubectl patch or kubectl apply";
            default -> "";
        };
    }

    /** The command of two words that belong together, such as {@code rollout undo}. */
    static VerbSyntax of(String group, String word) {
        return named(group + " " + fullName(word)).orElseThrow(() -> incomplete(group));
    }

    /** Whether a first word is no command by itself. */
    static boolean isGroup(String word) {
        return named(word).isEmpty() && !inGroup(word).isEmpty();
    }

    static UsageException incomplete(String group) {
        return new UsageException("kubectl " + group + " needs one of these words: "
                + inGroup(group).stream()
                        .map(syntax -> syntax.words.substring(group.length() + 1))
                        .collect(Collectors.joining(", ")));
    }

    private static List<VerbSyntax> inGroup(String group) {
        return Arrays.stream(values())
                .filter(syntax -> syntax.words.startsWith(group + " "))
                .toList();
    }

    private static String simulated() {
        return Arrays.stream(values()).map(VerbSyntax::words).collect(Collectors.joining(", "));
    }

    private static Optional<VerbSyntax> named(String words) {
        return Arrays.stream(values())
                .filter(syntax -> syntax.words.equals(words))
                .findFirst();
    }

    /** The second word of a command in full: {@code create deploy} is {@code create deployment}. */
    private static String fullName(String word) {
        return switch (word) {
            case "deploy", "dep" -> "deployment";
            case "cm" -> "configmap";
            case "ns" -> "namespace";
            case "resourcequota" -> "quota";
            case "sa" -> "serviceaccount";
            default -> word;
        };
    }

    /** The command that a further word makes of this one. */
    Optional<VerbSyntax> followedBy(String word) {
        return named(words + " " + fullName(word));
    }
}
