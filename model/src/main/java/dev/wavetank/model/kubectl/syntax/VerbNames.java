package dev.wavetank.model.kubectl.syntax;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds commands by the words that are typed, and refuses what is none. */
final class VerbNames {

    /** Verbs of the real command that the model does not support. */
    private static final List<String> NOT_SIMULATED =
            List.of("certificate", "completion", "config", "kustomize", "options", "plugin");

    private VerbNames() {}

    /** The command of the first word after {@code kubectl}. */
    static VerbSyntax of(String verb) {
        return named(verb).orElseThrow(() -> {
            String never = never(verb);
            if (!never.isEmpty()) {
                return new UsageException("kubectl " + verb + " is not simulated: " + never);
            }
            return NOT_SIMULATED.contains(verb)
                    ? new UsageException("kubectl " + verb + " is not simulated; these are: " + simulated())
                    : new UsageException("unknown command \"" + verb + "\" for \"kubectl\"" + Suggestions.of(verb));
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
        return named(group + " " + fullName(word))
                .orElseThrow(() -> new UsageException(
                        "unknown command \"" + word + "\"\nSee 'kubectl " + group + " -h' for help and examples"));
    }

    /** Whether a first word is no command by itself. */
    static boolean isGroup(String word) {
        return named(word).isEmpty() && !inGroup(word).isEmpty();
    }

    static UsageException incomplete(String group) {
        return new UsageException("kubectl " + group + " needs one of these words: "
                + inGroup(group).stream()
                        .map(syntax -> syntax.words().substring(group.length() + 1))
                        .collect(Collectors.joining(", ")));
    }

    private static List<VerbSyntax> inGroup(String group) {
        return Arrays.stream(VerbSyntax.values())
                .filter(syntax -> syntax.words().startsWith(group + " "))
                .toList();
    }

    private static String simulated() {
        return Arrays.stream(VerbSyntax.values()).map(VerbSyntax::words).collect(Collectors.joining(", "));
    }

    private static Optional<VerbSyntax> named(String words) {
        return Arrays.stream(VerbSyntax.values())
                .filter(syntax -> syntax.words().equals(words))
                .findFirst();
    }

    /** The second word of a command in full: {@code create deploy} is {@code create deployment}. */
    private static String fullName(String word) {
        return switch (word) {
            case "deploy", "dep" -> "deployment";
            case "cj" -> "cronjob";
            case "cm" -> "configmap";
            case "ing" -> "ingress";
            case "ns" -> "namespace";
            case "pc" -> "priorityclass";
            case "pdb" -> "poddisruptionbudget";
            case "resourcequota" -> "quota";
            case "sa" -> "serviceaccount";
            case "svc" -> "service";
            default -> word;
        };
    }

    /** The command that a further word makes of another. */
    static Optional<VerbSyntax> following(VerbSyntax command, String word) {
        return named(command.words() + " " + fullName(word));
    }
}
