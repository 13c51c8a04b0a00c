package dev.wavetank.model.apiserver.authn;

import java.util.ArrayList;
import java.util.List;

/** Reads the files of users that the server is given at start: comma-separated values, one user a line. */
final class PasswordFile {

    private PasswordFile() {}

    /**
     * One user.
     *
     * @param secret token or password
     * @param user who has it
     */
    record Line(String secret, User user) {}

    static List<Line> read(String source, String text, String form) {
        List<Line> lines = new ArrayList<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            if (!line.isBlank() && !line.startsWith("#")) {
                lines.add(line(source + ", line " + number, fields(line.strip()), form));
            }
        }
        return lines;
    }

    private static Line line(String place, List<String> fields, String form) {
        if (fields.size() < 3) {
            throw new IllegalArgumentException(place + ": expected " + form
                    + " (the groups may be missing), found only " + fields.size() + " of them");
        }
        for (int i = 0; i < 2; i++) {
            if (fields.get(i).isEmpty()) {
                throw new IllegalArgumentException(
                        place + ", field " + (i + 1) + " (" + form.split(",")[i] + "): may not be empty");
            }
        }
        List<String> groups = new ArrayList<>();
        if (fields.size() > 3 && !fields.get(3).isEmpty()) {
            for (String group : fields.get(3).split(",")) {
                groups.add(group.strip());
            }
        }
        return new Line(fields.get(0), new User(fields.get(1), fields.get(2), List.copyOf(groups)));
    }

    /** Splits at commas outside of double quotes; two quotes within quotes are one. */
    private static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char next = line.charAt(i);
            if (next == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                field.append(next);
                i++;
            } else if (next == '"') {
                quoted = !quoted;
            } else if (next == ',' && !quoted) {
                fields.add(field.toString().strip());
                field.setLength(0);
            } else {
                field.append(next);
            }
        }
        fields.add(field.toString().strip());
        return fields;
    }
}
