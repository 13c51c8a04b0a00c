package dev.wavetank.model.kubelet.cri.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Environment variables: in the words of a script, and in what the kubelet makes of a command. */
public final class Variables {

    /** In place of a dollar sign that begins a variable; one in single quotes does not. */
    static final char MARK = '\1';

    /** After a script whose output is to stand in a word. */
    private static final char END = '\2';

    private static final Pattern OF_SHELL = Pattern.compile(
            MARK + "(?:\\{(\\w+)}|(\\w+)|\\(\\((\\w+)([-+*])(\\w+)\\)\\)|\\(([^" + END + "]*)" + END + ")");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,9}");
    private static final Pattern OF_KUBELET = Pattern.compile("\\$\\$|\\$\\((\\w[\\w.-]*)\\)");

    private Variables() {}

    /**
     * Words of a script with the values of variables and the output of commands. A variable that is not set may be one
     * of the image, or of the shell: then the last word is none that a command has.
     *
     * @param output what a script prints; null when it is not understood
     */
    static List<String> expanded(
            List<String> words, Map<String, String> variables, Function<String, @Nullable String> output) {
        if (words.stream().noneMatch(word -> word.indexOf(MARK) >= 0)) {
            return words;
        }
        List<String> all = new ArrayList<>(words.size());
        for (String word : words) {
            Matcher found = OF_SHELL.matcher(word);
            StringBuilder text = new StringBuilder();
            while (found.find()) {
                String value = found.group(6) != null
                        ? output.apply(found.group(6))
                        : found.group(3) != null
                                ? calculated(found.group(3), found.group(4), found.group(5), variables)
                                : variables.get(found.group(1) == null ? found.group(2) : found.group(1));
                if (value == null) {
                    return List.of(ShellCommand.FOREIGN);
                }
                found.appendReplacement(text, Matcher.quoteReplacement(value));
            }
            all.add(found.appendTail(text).toString().replace(MARK, '$'));
        }
        return all;
    }

    /** What stands in a word for the result of a calculation with numbers or variables. */
    static String sum(String first, String sign, String second) {
        return MARK + "((" + first + sign + second + "))";
    }

    /** What stands in a word for the output of a script. */
    static String substitution(String script) {
        return MARK + "(" + script + END;
    }

    /** Whether the output of a script stands in a word. */
    static boolean isSubstituted(String word) {
        return word.indexOf(END) >= 0;
    }

    private static @Nullable String calculated(
            String first, String sign, String second, Map<String, String> variables) {
        String left = variables.getOrDefault(first, first);
        String right = variables.getOrDefault(second, second);
        if (!NUMBER.matcher(left).matches() || !NUMBER.matcher(right).matches()) {
            return null;
        }
        long one = Long.parseLong(left);
        long other = Long.parseLong(right);
        return String.valueOf(sign.equals("+") ? one + other : sign.equals("-") ? one - other : one * other);
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
        if (words.size() > 1 || words.get(0).contains("=") || words.get(0).startsWith("-")) {
            return -1;
        }
        String value = variables.get(words.get(0));
        if (value != null) {
            output.append(value).append('\n');
        }
        return value == null ? 1 : 0;
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
