package dev.wavetank.model.kubectl.describe.generic;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Names of fields as words: {@code apiURL} is {@code API URL} (kubectl, pkg/describe/describe.go, smartLabelFor). */
final class Words {

    private static final List<String> ACRONYMS = List.of("API", "URL", "UID", "OSB", "GUID");

    /** What a run of characters consists of. */
    private enum Kind {
        LOWER,
        UPPER,
        DIGIT,
        OTHER
    }

    private Words() {}

    /** The words, each with a capital letter. */
    static String title(String name) {
        return split(name).stream().map(Words::capital).collect(Collectors.joining(" "));
    }

    private static String capital(String word) {
        String upper = word.toUpperCase(Locale.ROOT);
        return ACRONYMS.contains(upper) ? upper : upper.substring(0, 1) + word.substring(1);
    }

    /** Runs of one kind; a capital letter before small ones belongs to them. */
    private static List<String> split(String name) {
        List<StringBuilder> runs = new ArrayList<>();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (i == 0 || kind(c) != kind(name.charAt(i - 1))) {
                runs.add(new StringBuilder());
            }
            runs.get(runs.size() - 1).append(c);
        }
        for (int i = 0; i < runs.size() - 1; i++) {
            StringBuilder run = runs.get(i);
            int last = run.length() - 1;
            if (kind(run.charAt(last)) == Kind.UPPER && kind(runs.get(i + 1).charAt(0)) == Kind.LOWER) {
                runs.get(i + 1).insert(0, run.charAt(last));
                run.deleteCharAt(last);
            }
        }
        return runs.stream()
                .map(StringBuilder::toString)
                .filter(run -> !run.isEmpty())
                .toList();
    }

    private static Kind kind(char c) {
        if (Character.isLowerCase(c)) {
            return Kind.LOWER;
        }
        if (Character.isUpperCase(c)) {
            return Kind.UPPER;
        }
        return Character.isDigit(c) ? Kind.DIGIT : Kind.OTHER;
    }
}
