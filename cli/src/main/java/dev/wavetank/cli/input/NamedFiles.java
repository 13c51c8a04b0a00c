package dev.wavetank.cli.input;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds the files that kubectl commands and settings name, because the model reads none itself. */
public final class NamedFiles {

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
        String policy = scenario.cluster().settings().get(ClusterSpec.POLICY_FILE);
        if (policy != null) {
            files.computeIfAbsent(policy, this::read);
        }
        return new Scenario(
                scenario.name(), scenario.cluster(), scenario.timeline(), files, scenario.faults(), scenario.horizon());
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
