package dev.wavetank.model.kubectl.session;

import dev.wavetank.model.kubectl.config.ConfigChoice;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.kubectl.syntax.VerbSyntax;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The flags about files: which files are read, and whether only these are. */
final class FileFlags {

    private static final List<String> EXTENSIONS = List.of(".json", ".yaml", ".yml");

    private FileFlags() {}

    /** Rejects what no command does. */
    static void check(Invocation line) {
        if (line.value(Flag.KUSTOMIZE).isPresent()) {
            throw new UsageException(
                    line.list(Flag.FILENAME).isEmpty()
                            ? "kubectl " + line.verb().words() + " -k is not simulated: there is no Kustomize; write"
                                    + " the objects into files, and kubectl "
                                    + line.verb().words() + " -f"
                            : "only one of -f or -k can be specified");
        }
        boolean server = line.value(Flag.DRY_RUN).filter("server"::equals).isPresent();
        if (line.isOn(Flag.LOCAL) && server) {
            throw new UsageException("cannot specify --local and --dry-run=server - did you mean --dry-run=client?");
        }
        if (line.isOn(Flag.LOCAL) && line.list(Flag.FILENAME).isEmpty()) {
            throw new UsageException(withoutFiles(line.verb()));
        }
    }

    /** What commands say that shall ask no server and read no file. */
    private static String withoutFiles(VerbSyntax verb) {
        return switch (verb) {
            case ANNOTATE ->
                "can only use local files by -f rsrc.yaml or --filename=rsrc.json when --local=true is set";
            case LABEL -> "can only use local files by -f pod.yaml or --filename=pod.json when --local=true is set";
            case PATCH -> "cannot specify --local and server resources";
            case SET_ENV, SET_SERVICE_ACCOUNT ->
                "You must provide one or more resources by argument or filename.\n"
                        + "Example resource specifications include:\n   '-f rsrc.yaml'\n"
                        + "   '--filename=rsrc.json'\n   '<resource> <name>'\n   '<resource>'";
            default ->
                "you must specify resources by --filename when --local is set.\n"
                        + "Example resource specifications include:\n   '-f rsrc.yaml'\n"
                        + "   '--filename=rsrc.json'";
        };
    }

    /**
     * The files that a name stands for: itself, or those of a directory that may hold objects.
     *
     * @param given may begin with {@code ./} or the home directory
     * @param files of the command, by their names
     */
    static List<String> named(Invocation line, String given, Map<String, String> files) {
        if (files.containsKey(given)) {
            return List.of(given);
        }
        String name = ConfigChoice.atHome(given);
        if (files.containsKey(name)) {
            return List.of(name);
        }
        String directory = name.endsWith("/") ? name : name + "/";
        List<String> below = new ArrayList<>();
        for (String file : new TreeMap<>(files).keySet()) {
            String rest = file.startsWith(directory) ? file.substring(directory.length()) : "";
            if (!rest.isEmpty() && (isRecursive(line) || !rest.contains("/"))) {
                below.add(file);
            }
        }
        if (below.isEmpty()) {
            boolean exists = files.keySet().stream().anyMatch(file -> file.startsWith(directory));
            throw new UsageException(exists ? unreadable(name) : "the path \"" + given + "\" does not exist");
        }
        below.removeIf(file -> EXTENSIONS.stream().noneMatch(file::endsWith));
        if (below.isEmpty()) {
            throw new UsageException(unreadable(name));
        }
        return below;
    }

    /** The files that stand in a directory, sorted; none for a file. */
    static List<String> in(String name, Map<String, String> files) {
        String directory = name.endsWith("/") ? name : name + "/";
        return new TreeMap<>(files)
                .keySet().stream()
                        .filter(file -> file.startsWith(directory)
                                && file.indexOf('/', directory.length()) < 0
                                && file.length() > directory.length())
                        .toList();
    }

    private static String unreadable(String name) {
        return "error reading [" + name + "]: recognized file extensions are [.json .yaml .yml]";
    }

    /** Whether directories in directories are read, which two commands do by themselves. */
    private static boolean isRecursive(Invocation line) {
        boolean usually = line.verb() == VerbSyntax.WAIT || line.verb() == VerbSyntax.SET_SELECTOR;
        return line.value(Flag.RECURSIVE).map("true"::equals).orElse(usually);
    }
}
