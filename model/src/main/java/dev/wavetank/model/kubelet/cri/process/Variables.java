package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.kubelet.cri.process.text.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Environment variables: in the words of a script, and in what the kubelet makes of a command. */
public final class Variables {

    /** In place of a dollar sign that begins an expansion between double quotes: its value is part of a word. */
    static final char MARK = '\1';

    /** In place of a dollar sign that begins another expansion: its value is split into words. */
    static final char SPLIT = '\3';

    /** After a script whose output is to stand in a word. */
    private static final char END = '\2';

    /** Between words that come from one word. */
    private static final char NEXT = '\7';

    private static final Pattern OF_SHELL = Pattern.compile("([" + MARK + SPLIT + "])(?:\\{([^}]*)}"
            + "|\\(\\((\\w+)([-+*/%])(\\w+)\\)\\)|\\(([^" + END + "]*)" + END + ")");
    private static final Pattern PARAMETER =
            Pattern.compile("(#?)(\\w+|[@*#?!$])((:?[-=+])|##?|%%?)?(.*)", Pattern.DOTALL);
    private static final String ALL = MARK + "{@}";
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,9}");
    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_]\\w*=.*", Pattern.DOTALL);
    private static final Pattern OF_KUBELET = Pattern.compile("\\$\\$|\\$\\((\\w[\\w.-]*)\\)");

    private Variables() {}

    /**
     * What words are expanded with.
     *
     * @param values of variables and parameters; null when one is not set
     * @param parameters all positional ones
     * @param output what a script prints; null when it is not understood
     */
    record Scope(
            Function<String, @Nullable String> values,
            List<String> parameters,
            Function<String, @Nullable String> output) {}

    /**
     * Words of a script with the values of variables and the output of commands. A variable that is not set may be one
     * of the image, or of the shell: then the last word is none that a command has. Assignments at the beginning are
     * not split.
     */
    static List<String> expanded(List<String> words, Scope scope) {
        if (words.stream().noneMatch(Variables::isExpanded)) {
            return words;
        }
        List<String> all = new ArrayList<>(words.size());
        boolean isCommand = false;
        for (String word : words) {
            isCommand |= !ASSIGNMENT.matcher(word).matches();
            String text = expanded(word, isCommand, scope);
            if (text == null) {
                return List.of(ShellCommand.FOREIGN);
            }
            if (isCommand && text.indexOf(NEXT) >= 0) {
                for (String part : text.split(String.valueOf(NEXT))) {
                    if (!part.isEmpty()) {
                        all.add(part);
                    }
                }
            } else if (word.equals(ALL) && scope.parameters().isEmpty()) {
                continue;
            } else if (!text.isEmpty() || !isCommand || !OF_SHELL.matcher(word).matches() || word.charAt(0) == MARK) {
                all.add(text);
            }
        }
        return all;
    }

    /** One word, which stays one. */
    static @Nullable String one(String word, Scope scope) {
        return isExpanded(word) ? expanded(word, false, scope) : word;
    }

    private static boolean isExpanded(String word) {
        return word.indexOf(MARK) >= 0 || word.indexOf(SPLIT) >= 0;
    }

    private static @Nullable String expanded(String word, boolean splits, Scope scope) {
        Matcher found = OF_SHELL.matcher(word);
        StringBuilder text = new StringBuilder();
        while (found.find()) {
            boolean isSplit = splits && found.group(1).charAt(0) == SPLIT;
            String value;
            if (found.group(6) != null) {
                value = scope.output().apply(found.group(6));
            } else if (found.group(3) != null) {
                value = calculated(found.group(3), found.group(4), found.group(5), scope.values());
            } else {
                boolean isAll = splits && found.group(2).equals("@");
                value = isAll
                        ? String.join(String.valueOf(NEXT), scope.parameters())
                        : parameter(found.group(2), scope);
            }
            if (value == null) {
                return null;
            }
            String part = isSplit ? value.replaceAll("[ \t\n]+", String.valueOf(NEXT)) : value;
            found.appendReplacement(text, Matcher.quoteReplacement(part));
        }
        return found.appendTail(text).toString();
    }

    /** The value of a parameter, with a default, or without one of its ends; null when it is not known. */
    private static @Nullable String parameter(String written, Scope scope) {
        Matcher parts = PARAMETER.matcher(written);
        if (!parts.matches()) {
            return null;
        }
        String name = parts.group(2);
        String value = name.equals("@") || name.equals("*")
                ? String.join(" ", scope.parameters())
                : scope.values().apply(name);
        if (!parts.group(1).isEmpty()) {
            return value == null || parts.group(3) != null ? null : String.valueOf(value.length());
        }
        String operator = parts.group(3);
        if (operator == null) {
            return value;
        }
        if (parts.group(4) != null) {
            boolean isSet = value != null && !(operator.startsWith(":") && value.isEmpty());
            if (!isSet && operator.endsWith("=")) {
                // It would set the variable, too.
                return null;
            }
            return operator.endsWith("+") ? isSet ? parts.group(5) : "" : isSet ? value : parts.group(5);
        }
        String pattern = parts.group(5).replace('*', Glob.ANY).replace('?', Glob.ONE);
        return value == null ? null : Glob.without(value, pattern, operator.startsWith("#"), operator.length() == 2);
    }

    /** What stands in a word, after a mark, for the result of a calculation with numbers or variables. */
    static String sum(String first, String sign, String second) {
        return "((" + first + sign + second + "))";
    }

    /** What stands in a word, after a mark, for the output of a script. */
    static String substitution(String script) {
        return "(" + script + END;
    }

    /** Whether the output of a script stands in a word. */
    static boolean isSubstituted(String word) {
        return word.indexOf(END) >= 0;
    }

    private static @Nullable String calculated(
            String first, String sign, String second, Function<String, @Nullable String> values) {
        String left = operand(first, values);
        String right = operand(second, values);
        if (!NUMBER.matcher(left).matches() || !NUMBER.matcher(right).matches()) {
            return null;
        }
        return calculated(Long.parseLong(left), sign, Long.parseLong(right));
    }

    private static String operand(String written, Function<String, @Nullable String> values) {
        String value = NUMBER.matcher(written).matches() ? written : values.apply(written);
        return value == null ? "" : value;
    }

    /** The result of a calculation; null for a division by zero. */
    static @Nullable String calculated(long one, String sign, long other) {
        if (other == 0 && (sign.equals("/") || sign.equals("%"))) {
            return null;
        }
        return String.valueOf(
                switch (sign) {
                    case "+" -> one + other;
                    case "-" -> one - other;
                    case "*" -> one * other;
                    case "/" -> one / other;
                    default -> one % other;
                });
    }

    /**
     * A word of a command, or of the path of a mount, with values in place of {@code $(NAME)}; a name without a value
     * stays as it is, and {@code $$} is a plain dollar sign (third_party/forked/golang/expansion v1.20).
     */
    public static String expanded(String word, Map<String, String> variables) {
        return OF_KUBELET.matcher(word).replaceAll(found -> {
            String name = found.group(1);
            return Matcher.quoteReplacement(name == null ? "$" : variables.getOrDefault(name, found.group()));
        });
    }

    /** The names of variables that are in a text. */
    public static List<String> names(String text) {
        return OF_KUBELET
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .filter(name -> name != null)
                .toList();
    }

    /** Exit code of {@code env} or {@code printenv}; negative when it is not understood. */
    static int print(List<String> words, Map<String, String> variables, StringBuilder output) {
        if (words.isEmpty()) {
            variables.forEach((name, value) ->
                    output.append(name).append('=').append(value).append('\n'));
            return 0;
        }
        int code = 0;
        for (String name : words) {
            String value = variables.get(name);
            if (name.contains("=") || name.startsWith("-")) {
                return -1;
            }
            code = value == null ? 1 : code;
            output.append(value == null ? "" : value + "\n");
        }
        return code;
    }

    /** Prints the name of the host, when it is known. */
    static boolean hostname(Map<String, String> variables, StringBuilder output) {
        String name = variables.get("HOSTNAME");
        if (name != null) {
            output.append(name).append('\n');
        }
        return name != null;
    }
}
