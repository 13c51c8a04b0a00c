package dev.wavetank.model.kubectl.syntax;

import dev.wavetank.model.gotext.GoDuration;
import dev.wavetank.model.version.KubernetesVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A parsed command line.
 *
 * @param verb the command
 * @param arguments words that are neither command nor flag
 * @param rest the words after {@code --}
 * @param flags the values of the flags that were given, by name
 * @param isUnfinished whether the second word of a command is missing, which makes it {@code help}
 */
public record Invocation(
        VerbSyntax verb,
        List<String> arguments,
        List<String> rest,
        Map<String, List<String>> flags,
        boolean isUnfinished) {

    /**
     * Parses the words after {@code kubectl}. Flags and arguments may be mixed, as the real command allows.
     *
     * @param version of kubectl
     * @throws UsageException for an unknown command or flag, or a value that a flag cannot take
     */
    public static Invocation parse(List<String> words, KubernetesVersion version) {
        return new Parser(words, version).parse();
    }

    /** The value of a flag: the last one that was given. */
    public Optional<String> value(Flag flag) {
        List<String> values = flags.getOrDefault(flag.name(), List.of());
        return values.isEmpty() ? Optional.empty() : Optional.of(values.get(values.size() - 1));
    }

    /** The number that a flag was given. */
    public Optional<Integer> number(Flag flag) {
        return value(flag).map(Integer::valueOf);
    }

    /** The nanoseconds that a flag was given; 0 without it. */
    public long span(Flag flag) {
        return value(flag).map(GoDuration::parse).orElse(Duration.ZERO).toNanos();
    }

    /** Whether a switch is on. */
    public boolean isOn(Flag flag) {
        return value(flag).equals(Optional.of("true"));
    }

    /** Every value of a list, also those that commas separate; empty text is no value. */
    public List<String> list(Flag flag) {
        List<String> values = new ArrayList<>();
        for (String given : flags.getOrDefault(flag.name(), List.of())) {
            Arrays.stream(given.split(",")).filter(value -> !value.isEmpty()).forEach(values::add);
        }
        return values;
    }

    /** Every value of a flag, in the order in which they were given. */
    public List<String> each(Flag flag) {
        return flags.getOrDefault(flag.name(), List.of());
    }

    /**
     * The command as the annotation {@code kubernetes.io/change-cause} keeps it: arguments, then flags with their
     * values (pkg/kubectl/cmd/util, v1.8).
     */
    public String text() {
        StringBuilder text = new StringBuilder("kubectl " + verb.words());
        arguments.forEach(argument -> text.append(' ').append(argument));
        flags.forEach((name, values) -> values.forEach(
                value -> text.append(" --").append(name).append('=').append(value)));
        return text.toString();
    }

    /** Rejects a command line without this flag. */
    public void require(Flag required) {
        if (!flags.containsKey(required.name())) {
            throw UsageException.ofParser("required flag(s) \"" + required.name() + "\" not set");
        }
    }

    private static final class Parser {
        private final List<String> words;
        private final KubernetesVersion version;
        private final List<String> arguments = new ArrayList<>();
        private final Map<String, List<String>> flags = new LinkedHashMap<>();
        private @Nullable VerbSyntax verb;
        /** The first word of a command that needs two, such as {@code rollout}. */
        private String group = "";

        /** Whether a page of help is asked for instead of the command. */
        private boolean helped;

        private int next;

        private Parser(List<String> words, KubernetesVersion version) {
            this.words = words;
            this.version = version;
        }

        private Invocation parse() {
            while (next < words.size() && !words.get(next).equals("--")) {
                String word = words.get(next++);
                if (helped && word.startsWith("-")) {
                    continue;
                }
                if (word.equals("--help") || word.equals("-h")) {
                    helped = true;
                } else if (word.startsWith("--")) {
                    longFlag(word);
                } else if (word.startsWith("-") && word.length() > 1) {
                    shortFlag(word);
                } else {
                    argument(word);
                }
            }
            if (helped || verb == null) {
                List<String> topic = verb == null
                        ? group.isEmpty() ? List.of() : List.of(group)
                        : List.of(verb.words().split(" "));
                return new Invocation(VerbSyntax.HELP, topic, List.of(), flags, !helped && !topic.isEmpty());
            }
            List<String> rest = next < words.size() ? words.subList(next + 1, words.size()) : List.of();
            return new Invocation(verb, arguments, rest, flags, false);
        }

        private void argument(String word) {
            if (verb == null && group.isEmpty() && VerbNames.isGroup(word, version)) {
                group = word;
                return;
            }
            if (verb == null) {
                verb = group.isEmpty() ? VerbNames.of(word, version) : VerbNames.of(group, word, version);
                return;
            }
            Optional<VerbSyntax> longer =
                    arguments.isEmpty() ? VerbNames.following(verb, word, version) : Optional.empty();
            if (longer.isPresent()) {
                verb = longer.get();
            } else {
                if (arguments.isEmpty()) {
                    VerbNames.refuseBelow(verb, word);
                }
                arguments.add(word);
            }
        }

        private void longFlag(String word) {
            int equals = word.indexOf('=');
            String name = word.substring(2, equals < 0 ? word.length() : equals);
            Flag flag = known().stream()
                    .filter(candidate -> candidate.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> NotSimulatedFlags.hasName(words(), name, version)
                            ? notSimulated("--" + name)
                            : rejected("unknown flag: --" + name));
            if (equals >= 0) {
                put(flag, word.substring(equals + 1));
            } else {
                put(flag, flag.bare().isEmpty() ? following(word) : flag.bare());
            }
        }

        private void shortFlag(String word) {
            String letter = word.substring(1, 2);
            Flag flag = known().stream()
                    .filter(candidate -> candidate.shorthand().equals(letter))
                    .findFirst()
                    .orElseThrow(() -> NotSimulatedFlags.hasShorthand(words(), letter, version)
                            ? notSimulated("-" + letter)
                            : rejected("unknown shorthand flag: '" + letter + "' in " + word));
            String value = word.substring(2);
            if (flag.kind() == Flag.Kind.SWITCH && !value.startsWith("=")) {
                put(flag, flag.bare());
                if (!value.isEmpty()) {
                    shortFlag("-" + value);
                }
            } else if (value.isEmpty()) {
                put(flag, following("'" + letter + "' in " + word));
            } else {
                put(flag, value.startsWith("=") ? value.substring(1) : value);
            }
        }

        private String following(String flag) {
            if (next == words.size()) {
                throw rejected("flag needs an argument: " + flag);
            }
            return words.get(next++);
        }

        private void put(Flag flag, String value) {
            try {
                flag.check(value);
            } catch (UsageException mistake) {
                throw rejected(String.valueOf(mistake.getMessage()));
            }
            flags.computeIfAbsent(flag.name(), name -> new ArrayList<>()).add(value);
        }

        /** Before the verb, only the flags that every verb has. */
        private List<Flag> known() {
            return verb == null ? VerbSyntax.globalFlags(version) : verb.flags(version);
        }

        private String words() {
            return verb == null ? "" : verb.words();
        }

        private UsageException notSimulated(String flag) {
            return new UsageException("kubectl " + (words() + " " + flag).strip() + " is not simulated");
        }

        private UsageException rejected(String message) {
            String command = verb == null ? "kubectl" : "kubectl " + verb.words();
            return UsageException.ofParser(message + "\nSee '" + command + " --help' for usage.");
        }
    }
}
