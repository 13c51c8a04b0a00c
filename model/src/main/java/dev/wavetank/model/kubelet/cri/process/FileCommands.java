package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.sim.VirtualTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Commands that read files: {@code cat}, {@code ls}, {@code test}, with the texts of busybox. */
final class FileCommands {

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("MMM dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String NOT_FOUND = "No such file or directory\n";

    private final ShellState state;
    private final ProcessFiles files;
    private final StringBuilder output;

    /** @param state of the shell that they print in */
    FileCommands(ShellState state) {
        this.state = state;
        this.files = state.files;
        this.output = state.output;
    }

    /** Exit code of {@code cat}. */
    int cat(List<String> names) {
        int code = 0;
        for (String name : names) {
            String content = files.content(name);
            if (content != null) {
                output.append(content);
            } else if (files.isDirectory(name)) {
                state.error("cat: read error: Is a directory\n");
                code = 1;
            } else if (!name.startsWith("/proc/")) {
                state.error("cat: can't open '" + name + "': " + NOT_FOUND);
                code = 1;
            }
        }
        return code;
    }

    /** Exit code of {@code test}; negative when it is not understood. */
    int test(List<String> words) {
        List<String> rest = new ArrayList<>(words);
        if (!rest.isEmpty() && rest.get(rest.size() - 1).equals("]")) {
            rest.remove(rest.size() - 1);
        }
        for (String operator : rest.size() > 3 ? List.of("-o", "-a") : List.<String>of()) {
            int at = rest.indexOf(operator);
            if (at > 0) {
                return both(test(rest.subList(0, at)), operator, test(rest.subList(at + 1, rest.size())));
            }
        }
        if (!rest.isEmpty() && rest.get(0).equals("!")) {
            int code = test(rest.subList(1, rest.size()));
            return code < 0 ? code : 1 - code;
        }
        if (rest.size() == 3) {
            return compare(rest.get(0), rest.get(1), rest.get(2));
        }
        if (rest.size() != 2) {
            return rest.size() > 3 ? -1 : rest.isEmpty() || rest.get(0).isEmpty() ? 1 : 0;
        }
        String path = rest.get(1);
        String content = files.content(path);
        return switch (rest.get(0)) {
            case "-f" -> code(content != null);
            case "-e", "-r" -> code(content != null || files.isDirectory(path));
            case "-d" -> code(content == null && files.isDirectory(path));
            case "-s" -> code(content != null && !content.isEmpty());
            case "-z" -> code(path.isEmpty());
            case "-n" -> code(!path.isEmpty());
            default -> -1;
        };
    }

    private static int both(int first, String operator, int second) {
        boolean isKnown = first >= 0 && second >= 0;
        return !isKnown ? -1 : operator.equals("-o") ? Math.min(first, second) : Math.max(first, second);
    }

    private static int code(boolean isTrue) {
        return isTrue ? 0 : 1;
    }

    /** Compares texts and numbers. */
    private static int compare(String first, String operator, String second) {
        if (operator.equals("=") || operator.equals("==") || operator.equals("!=")) {
            return code(first.equals(second) != operator.equals("!="));
        }
        if (!first.matches("-?[0-9]{1,15}") || !second.matches("-?[0-9]{1,15}")) {
            return -1;
        }
        int order = Long.compare(Long.parseLong(first), Long.parseLong(second));
        return switch (operator) {
            case "-eq" -> code(order == 0);
            case "-ne" -> code(order != 0);
            case "-lt" -> code(order < 0);
            case "-le" -> code(order <= 0);
            case "-gt" -> code(order > 0);
            case "-ge" -> code(order >= 0);
            default -> -1;
        };
    }

    /** Exit code of {@code ls}; negative when it is not understood: the content of images is not known. */
    int ls(List<String> words) {
        String options = "";
        List<String> names = new ArrayList<>();
        for (String word : words) {
            if (word.startsWith("-")) {
                options += word.substring(1);
            } else {
                names.add(word);
            }
        }
        if (names.isEmpty() || !options.matches("[1aAlL]*")) {
            return -1;
        }
        int code = 0;
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            if (names.size() > 1 && files.isDirectory(name)) {
                output.append(i == 0 ? "" : "\n").append(name).append(":\n");
            }
            int one = list(name, options);
            if (one < 0) {
                return one;
            }
            code = Math.max(code, one);
        }
        return code;
    }

    private int list(String name, String options) {
        String content = files.content(name);
        if (content != null) {
            print(name, FileEntry.file(0644, content, 0), options);
            return 0;
        }
        SortedMap<String, FileEntry> found = files.list(name.length() > 1 ? name.replaceFirst("/+$", "") : name);
        if (found == null) {
            return -1;
        }
        if (found.isEmpty() && !files.isDirectory(name)) {
            state.error("ls: " + name + ": " + NOT_FOUND);
            return 1;
        }
        SortedMap<String, FileEntry> shown = new TreeMap<>(found);
        if (options.contains("a")) {
            shown.put(".", FileEntry.directory(0));
            shown.put("..", FileEntry.directory(0));
        } else if (!options.contains("A")) {
            shown.keySet().removeIf(entry -> entry.startsWith("."));
        }
        for (Map.Entry<String, FileEntry> entry : shown.entrySet()) {
            print(entry.getKey(), followed(name, entry, options), options);
        }
        return 0;
    }

    private FileEntry followed(String directory, Map.Entry<String, FileEntry> entry, String options) {
        if (!options.contains("L") || entry.getValue().kind() != FileEntry.Kind.LINK) {
            return entry.getValue();
        }
        FileEntry target = files.view().find(directory + "/" + entry.getKey());
        return target == null ? entry.getValue() : target;
    }

    private void print(String name, FileEntry entry, String options) {
        if (options.contains("l")) {
            output.append(String.format(
                    Locale.ROOT,
                    "%s    1 root     root     %9d %s ",
                    permissions(entry),
                    entry.text().length(),
                    DATE.format(VirtualTime.calendar(entry.at()))));
        }
        output.append(name);
        if (options.contains("l") && entry.kind() == FileEntry.Kind.LINK) {
            output.append(" -> ").append(entry.text());
        }
        output.append('\n');
    }

    private static String permissions(FileEntry entry) {
        StringBuilder text = new StringBuilder(
                switch (entry.kind()) {
                    case FILE -> "-";
                    case DIRECTORY -> "d";
                    case LINK -> "l";
                });
        for (int bit = 8; bit >= 0; bit--) {
            text.append((entry.mode() >> bit & 1) == 1 ? "rwx".charAt(2 - bit % 3) : '-');
        }
        return text.toString();
    }
}
