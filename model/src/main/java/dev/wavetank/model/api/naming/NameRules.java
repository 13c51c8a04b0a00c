package dev.wavetank.model.api.naming;

import java.util.ArrayList;
import java.util.List;

/**
 * The forms of names. Every check answers what is wrong, in the words of the recorded server (v1.20), and nothing when
 * all is well; nothing here uses regular expressions.
 */
public final class NameRules {

    private static final int SUBDOMAIN_MAX = 253;
    private static final int LABEL_MAX = 63;
    private static final String SUBDOMAIN = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
            + " characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com',"
            + " regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    private static final String LABEL = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters"
            + " or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex"
            + " used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
    private static final String OLD_LABEL = "a DNS-1035 label must consist of lower case alphanumeric characters or"
            + " '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or"
            + " 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
    private static final String QUALIFIED = "must consist of alphanumeric characters, '-', '_' or '.', and must start"
            + " and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for"
            + " validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
    private static final String LABEL_VALUE = "a valid label must be an empty string or consist of alphanumeric"
            + " characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue', "
            + " or 'my_value',  or '12345', regex used for validation is"
            + " '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
    private static final String ENV_NAME = "a valid environment variable name must consist of alphabetic characters,"
            + " digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME', "
            + " or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')";

    private static final String RELAXED_ENV_NAME =
            "a valid environment variable name must consist only of printable ASCII characters other than '='";

    private static final String CONFIG_KEY = "a valid config key must consist of alphanumeric characters, '-', '_' or"
            + " '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is"
            + " '[-._a-zA-Z0-9]+')";

    private static final String WILDCARD = "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS"
            + " subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an"
            + " alphanumeric character (e.g. '*.example.com', regex used for validation is"
            + " '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

    private NameRules() {}

    /** Names of most objects. */
    public static List<String> subdomain(String name) {
        return found(name.length() > SUBDOMAIN_MAX, tooLong(SUBDOMAIN_MAX), !isSubdomain(name), SUBDOMAIN);
    }

    /** Names of namespaces and containers. */
    public static List<String> label(String name) {
        return found(
                name.length() > LABEL_MAX, tooLong(LABEL_MAX), name.indexOf('.') >= 0 || !isSubdomain(name), LABEL);
    }

    /** Names of hosts that begin with {@code *.}. */
    public static List<String> wildcard(String name) {
        return found(name.length() > SUBDOMAIN_MAX, tooLong(SUBDOMAIN_MAX), !isSubdomain(name.substring(2)), WILDCARD);
    }

    /** Names of services. */
    public static List<String> oldLabel(String name) {
        boolean wrong = name.indexOf('.') >= 0 || !isSubdomain(name) || name.charAt(0) <= '9';
        return found(name.length() > LABEL_MAX, tooLong(LABEL_MAX), wrong, OLD_LABEL);
    }

    /** Names that only have to fit into a path, as those of roles. */
    public static List<String> pathSegment(String name) {
        if (name.equals(".") || name.equals("..")) {
            return List.of("may not be '" + name + "'");
        }
        List<String> found = new ArrayList<>(0);
        for (String part : List.of("/", "%")) {
            if (name.contains(part)) {
                found.add("may not contain '" + part + "'");
            }
        }
        return found;
    }

    /** Keys of labels and annotations, names of resources: an optional domain, a slash, and a name. */
    public static List<String> qualified(String name) {
        int slash = name.indexOf('/');
        if (slash >= 0 && name.indexOf('/', slash + 1) >= 0) {
            return List.of("a qualified name " + QUALIFIED
                    + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        }
        String last = name.substring(slash + 1);
        if (slash < 0 && !last.isEmpty() && last.length() <= LABEL_MAX && isWord(last)) {
            return List.of();
        }
        List<String> found = new ArrayList<>(1);
        if (slash == 0) {
            found.add("prefix part must be non-empty");
        } else if (slash > 0) {
            subdomain(name.substring(0, slash)).forEach(why -> found.add("prefix part " + why));
        }
        if (last.isEmpty()) {
            found.add("name part must be non-empty");
        } else if (last.length() > LABEL_MAX) {
            found.add("name part " + tooLong(LABEL_MAX));
        }
        if (!isWord(last)) {
            found.add("name part " + QUALIFIED);
        }
        return found;
    }

    /** Values of labels. */
    public static List<String> labelValue(String value) {
        return found(value.length() > LABEL_MAX, tooLong(LABEL_MAX), !value.isEmpty() && !isWord(value), LABEL_VALUE);
    }

    /** Names of environment variables. */
    public static List<String> environmentVariable(String name) {
        boolean wrong = name.isEmpty() || name.charAt(0) >= '0' && name.charAt(0) <= '9';
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            wrong |= !isAlphanumeric(c) && c != '-' && c != '_' && c != '.';
        }
        return found(false, "", wrong, ENV_NAME);
    }

    /** Names of environment variables where almost everything is permitted (v1.32). */
    public static List<String> relaxedEnvironmentVariable(String name) {
        boolean wrong = name.isEmpty() || name.chars().anyMatch(c -> c < ' ' || c > '~' || c == '=');
        return found(false, "", wrong, RELAXED_ENV_NAME);
    }

    /** Keys of config maps and secrets, which become names of files. */
    public static List<String> configKey(String key) {
        boolean wrong = key.isEmpty() || !key.chars().allMatch(c -> isAlphanumeric((char) c) || "-._".indexOf(c) >= 0);
        List<String> found =
                new ArrayList<>(found(key.length() > SUBDOMAIN_MAX, tooLong(SUBDOMAIN_MAX), wrong, CONFIG_KEY));
        if (key.equals(".")) {
            found.add("must not be '.'");
        } else if (key.equals("..")) {
            found.add("must not be '..'");
        } else if (key.startsWith("..")) {
            found.add("must not start with '..'");
        }
        return found;
    }

    private static String tooLong(int max) {
        return "must be no more than " + max + " characters";
    }

    private static List<String> found(boolean isFirst, String first, boolean isSecond, String second) {
        if (!isFirst && !isSecond) {
            return List.of();
        }
        return isFirst && isSecond ? List.of(first, second) : List.of(isFirst ? first : second);
    }

    /** Lower-case words of letters, digits and inner hyphens, joined by dots. */
    private static boolean isSubdomain(String name) {
        boolean wordMayEnd = false;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean alphanumeric = c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
            if (!alphanumeric && (c != '-' && c != '.' || i == 0)) {
                return false;
            }
            if (c == '.' && !wordMayEnd || c == '-' && name.charAt(i - 1) == '.') {
                return false;
            }
            wordMayEnd = alphanumeric;
        }
        return wordMayEnd;
    }

    /** Letters and digits, with inner hyphens, underscores and dots; not empty. */
    private static boolean isWord(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean inner = i > 0 && i < text.length() - 1;
            if (!isAlphanumeric(c) && !(inner && (c == '-' || c == '_' || c == '.'))) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private static boolean isAlphanumeric(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }
}
