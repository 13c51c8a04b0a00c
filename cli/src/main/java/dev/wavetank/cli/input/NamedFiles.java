package dev.wavetank.cli.input;

import dev.wavetank.model.kubectl.config.ConfigChoice;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the files that kubectl commands and settings name, because the model reads none itself. */
public final class NamedFiles {

    private static final Pattern KUBECONFIG = Pattern.compile("(?m)^kind: *Config *$");
    private static final Pattern CREDENTIAL_FILE =
            Pattern.compile("\\b(?:client-certificate|tokenFile): *[\"']?([^\\s\"',}]+)");

    /** Flags that name files which no kubectl parses as manifests. */
    private static final List<String> TEXTS =
            List.of("--from-file", "--from-env-file", "--patch-file", "--cert", "--key");

    private final Path directory;
    private final InputStream in;
    private final boolean leavesOutMissing;

    /**
     * Looks for files.
     *
     * @param directory that names are relative to
     * @param in what {@code -} stands for, or null when nothing does
     */
    public NamedFiles(Path directory, InputStream in) {
        this(directory, in, false);
    }

    private NamedFiles(Path directory, InputStream in, boolean leavesOutMissing) {
        this.directory = directory;
        this.in = in;
        this.leavesOutMissing = leavesOutMissing;
    }

    /** Those of a user who typed a command: what a command names and nobody has is kubectl's to complain about. */
    public static NamedFiles ofCommand(Path directory, InputStream in) {
        return new NamedFiles(directory, in, true);
    }

    /** The scenario with every file that its commands and settings name and that it does not bring itself. */
    public Scenario complete(Scenario scenario) {
        return complete(scenario, (step, mistake) -> mistake);
    }

    /**
     * The same.
     *
     * @param placed a mistake in the command of this number, the first one being 0, with its place
     */
    Scenario complete(Scenario scenario, BiFunction<Integer, BadInputException, BadInputException> placed) {
        Map<String, String> files = new TreeMap<>(scenario.files());
        for (int step = 0; step < scenario.timeline().size(); step++) {
            try {
                add(scenario.timeline().get(step), files);
            } catch (BadInputException missing) {
                throw placed.apply(step, missing);
            }
        }
        for (String name : others(scenario)) {
            bring(name, files);
        }
        // A kubeconfig names files in its turn.
        for (String text : List.copyOf(files.values())) {
            ofKubeconfig(text).forEach(name -> bring(name, files));
        }
        return new Scenario(
                scenario.name(), scenario.cluster(), scenario.timeline(), files, scenario.faults(), scenario.horizon());
    }

    private void bring(String name, Map<String, String> files) {
        if (!files.containsKey(ConfigChoice.atHome(name))) {
            files.computeIfAbsent(name, this::read);
        }
    }

    private void add(Command command, Map<String, String> files) {
        for (String name : names(command.arguments())) {
            String plain = ConfigChoice.atHome(name);
            String below = plain.endsWith("/") ? plain : plain + "/";
            boolean inScenario =
                    files.containsKey(plain) || files.keySet().stream().anyMatch(file -> file.startsWith(below));
            if (!inScenario) {
                below(name).stream()
                        .filter(file -> !isLeftOut(file))
                        .forEach(file -> files.computeIfAbsent(file, this::read));
            }
        }
    }

    private boolean isLeftOut(String name) {
        return leavesOutMissing
                && !name.equals("-")
                && !name.contains("://")
                && !Files.exists(directory.resolve(InputFiles.path(name)));
    }

    /** The files that are no manifests: those of settings, and those that say who runs a command. */
    static Set<String> others(Scenario scenario) {
        Set<String> names = new LinkedHashSet<>(scenario.cluster().namedFiles());
        for (Command command : scenario.timeline()) {
            names.addAll(ofUser(command.arguments()));
        }
        for (String name : List.copyOf(names)) {
            names.addAll(ofKubeconfig(scenario.files().getOrDefault(name, "")));
        }
        return names;
    }

    /** The values of the flags that say who runs a command. */
    private static List<String> ofUser(List<String> arguments) {
        List<String> names = new ArrayList<>(values(arguments, "--kubeconfig"));
        names.addAll(values(arguments, "--client-certificate"));
        return names;
    }

    private static List<String> ofKubeconfig(String text) {
        if (!KUBECONFIG.matcher(text).find()) {
            return List.of();
        }
        return CREDENTIAL_FILE
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** A file, or the files that a directory and its directories hold, sorted. */
    private List<String> below(String name) {
        Path path = directory.resolve(InputFiles.path(name));
        if (!Files.isDirectory(path)) {
            return List.of(name);
        }
        try (Stream<Path> found = Files.walk(path)) {
            String prefix = name.endsWith("/") ? name : name + "/";
            return found.filter(Files::isRegularFile)
                    .map(file -> prefix + path.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new BadInputException("cannot read the directory " + name + ": " + unreadable.getMessage());
        }
    }

    private String read(String name) {
        if (name.equals("-") && in != null) {
            return InputFiles.read(in);
        }
        if (name.matches("https?://.*")) {
            throw new BadInputException("-f " + name + " lies on a network that the simulation does not have:"
                    + " download the file and name it");
        }
        return InputFiles.read(name, directory.resolve(InputFiles.path(name)));
    }

    /** The files that commands read as manifests; all others are plain texts. */
    static Set<String> manifests(Scenario scenario) {
        Set<String> names = new LinkedHashSet<>();
        scenario.timeline().forEach(command -> names.addAll(manifests(command.arguments())));
        return names;
    }

    /** The files that a command names: manifests, and the texts of {@link #TEXTS}. */
    public static List<String> names(List<String> arguments) {
        List<String> names = new ArrayList<>(manifests(arguments));
        for (String flag : TEXTS) {
            for (String value : values(arguments, flag)) {
                // A key may stand before the file.
                names.add(value.substring(value.indexOf('=') + 1));
            }
        }
        return names;
    }

    /** What follows {@code -f} and {@code --filename} in all the forms that kubectl takes. */
    private static List<String> manifests(List<String> arguments) {
        if (arguments.contains("logs")) { // there -f means to follow
            return List.of();
        }
        List<String> names = new ArrayList<>();
        values(arguments, "-f", "--filename").forEach(value -> names.addAll(List.of(value.split(","))));
        for (String argument : options(arguments)) {
            if (argument.matches("-f[^=].*")) {
                names.addAll(List.of(argument.substring(2).split(",")));
            }
        }
        return names;
    }

    /** The values of flags, behind an equals sign or in the next word. */
    private static List<String> values(List<String> arguments, String... flags) {
        List<String> words = options(arguments);
        List<String> values = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            if (List.of(flags).contains(name)) {
                if (equals >= 0) {
                    values.add(word.substring(equals + 1));
                } else if (i + 1 < words.size()) {
                    i++;
                    values.add(words.get(i));
                }
            }
        }
        return values;
    }

    /** What may hold flags: nothing behind {@code --} does. */
    private static List<String> options(List<String> arguments) {
        int end = arguments.indexOf("--");
        return end < 0 ? arguments : arguments.subList(0, end);
    }
}
