package dev.wavetank.cli.input;

import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Finds the files that kubectl commands and settings name, because the model reads none itself. */
public final class NamedFiles {

    private static final Pattern KUBECONFIG = Pattern.compile("(?m)^kind: *Config *$");
    private static final Pattern CREDENTIAL_FILE =
            Pattern.compile("\\b(?:client-certificate|tokenFile): *[\"']?([^\\s\"',}]+)");

    private final Path directory;
    private final InputStream in;

    /**
     * Looks for files.
     *
     * @param directory that names are relative to
     * @param in what {@code -} stands for, or null when nothing does
     */
    public NamedFiles(Path directory, InputStream in) {
        this.directory = directory;
        this.in = in;
    }

    /** The scenario with every file that its commands and settings name and that it does not bring itself. */
    public Scenario complete(Scenario scenario) {
        Map<String, String> files = new TreeMap<>(scenario.files());
        for (Command command : scenario.timeline()) {
            for (String name : names(command.arguments())) {
                files.computeIfAbsent(name, this::read);
            }
        }
        for (String name : others(scenario)) {
            files.computeIfAbsent(name, this::read);
        }
        // A kubeconfig names files in its turn.
        for (String text : List.copyOf(files.values())) {
            ofKubeconfig(text).forEach(name -> files.computeIfAbsent(name, this::read));
        }
        return new Scenario(
                scenario.name(), scenario.cluster(), scenario.timeline(), files, scenario.faults(), scenario.horizon());
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
        List<String> names = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            for (String flag : List.of("--kubeconfig", "--client-certificate")) {
                if (arguments.get(i).startsWith(flag + "=")) {
                    names.add(arguments.get(i).substring(flag.length() + 1));
                } else if (arguments.get(i).equals(flag) && i + 1 < arguments.size()) {
                    names.add(arguments.get(i + 1));
                }
            }
        }
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

    /**
     * What follows {@code -f} and {@code --filename} in all the forms that kubectl takes, and the files of {@code
     * --from-file=} and {@code --patch-file=}.
     */
    public static List<String> names(List<String> arguments) {
        List<String> names = new ArrayList<>();
        boolean follows = arguments.contains("logs"); // there -f means to follow
        for (int i = 0; i < arguments.size() && !follows; i++) {
            String argument = arguments.get(i);
            if (argument.equals("--")) {
                break;
            }
            if (argument.equals("-f") || argument.equals("--filename")) {
                i++;
                if (i < arguments.size()) {
                    names.addAll(List.of(arguments.get(i).split(",")));
                }
            } else if (argument.startsWith("--filename=")) {
                names.addAll(List.of(argument.substring("--filename=".length()).split(",")));
            } else if (argument.startsWith("--from-file=") || argument.startsWith("--patch-file=")) {
                // A key may stand before the file.
                names.add(argument.substring(argument.lastIndexOf('=') + 1));
            } else if (argument.startsWith("-f")) {
                names.addAll(List.of(
                        argument.substring(argument.startsWith("-f=") ? 3 : 2).split(",")));
            }
        }
        return names;
    }
}
