package dev.wavetank.model.apiserver.registry.validation;

import dev.wavetank.model.address.Ipv4;
import java.util.ArrayList;
import java.util.List;

/** Finds mistakes in ports and addresses. */
public final class PortRules {

    private static final int PORT_MAX = 65535;
    private static final int NAME_MAX = 15;
    private static final String RANGE = "must be between 1 and 65535, inclusive";

    private PortRules() {}

    /** Checks a port that is given by number or by name. */
    public static void numberOrName(FieldCursor part, String field) {
        numberOrName(part.fields().get(field), part.at(field), part.errors());
    }

    /** Checks a port that is given by number or by name; an absent one counts as 0. */
    public static void numberOrName(Object port, String path, FieldErrors errors) {
        if (port instanceof String name) {
            MetadataRules.invalid(name(name), path, name, errors);
            return;
        }
        number(port instanceof Number number ? number.intValue() : null, path, errors);
    }

    /** Checks the number of a port; an absent one counts as 0. */
    public static void number(Integer port, String path, FieldErrors errors) {
        int number = port == null ? 0 : port;
        if (number < 1 || number > PORT_MAX) {
            errors.invalid(path, Integer.toString(number), RANGE);
        }
    }

    /** What is wrong with the name of a port. */
    public static List<String> name(String name) {
        List<String> wrong = new ArrayList<>(0);
        if (name.length() > NAME_MAX) {
            wrong.add("must be no more than 15 characters");
        }
        if (!name.chars().allMatch(c -> c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-')) {
            wrong.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
        }
        if (name.chars().noneMatch(c -> c >= 'a' && c <= 'z')) {
            wrong.add("must contain at least one letter (a-z)");
        }
        if (name.contains("--")) {
            wrong.add("must not contain consecutive hyphens");
        }
        if (name.startsWith("-") || name.endsWith("-")) {
            wrong.add("must not begin or end with a hyphen");
        }
        return wrong;
    }

    /** Whether a text is an address of the Internet, version 4 or 6. */
    public static boolean isAddress(String text) {
        if (text.indexOf(':') >= 0) {
            return text.matches("[0-9a-fA-F:.]+")
                    && text.chars().filter(c -> c == ':').count() >= 2;
        }
        return Ipv4.parse(text).isPresent();
    }

    /** Whether a text is a range of addresses, such as {@code 10.0.0.0/8}. */
    public static boolean isRange(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || !isAddress(text.substring(0, slash))) {
            return false;
        }
        String bits = text.substring(slash + 1);
        return bits.matches("[0-9]{1,3}") && Integer.parseInt(bits) <= (text.indexOf(':') >= 0 ? 128 : 32);
    }
}
