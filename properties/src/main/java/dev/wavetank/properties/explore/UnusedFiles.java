package dev.wavetank.properties.explore;

import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The files of a scenario that only commands name which were left out. */
final class UnusedFiles {

    private UnusedFiles() {}

    /**
     * A scenario without them. Files that no command names belong to settings, and stay.
     *
     * @param whole with all commands
     * @param rest the same with fewer of them
     */
    static Scenario without(Scenario whole, Scenario rest) {
        Map<String, String> files = new TreeMap<>(rest.files());
        files.keySet().removeIf(file -> names(whole.timeline(), file) && !names(rest.timeline(), file));
        return files.size() == rest.files().size() ? rest : rest.withFiles(files);
    }

    private static boolean names(List<Command> commands, String file) {
        return commands.stream()
                .filter(command -> command.arguments() != null)
                .flatMap(command -> command.arguments().stream())
                .anyMatch(argument -> argument.contains(file) || isWithin(file, argument));
    }

    /** Whether an argument may be a directory with the file. */
    private static boolean isWithin(String file, String argument) {
        String directory = argument.startsWith("./") ? argument.substring(2) : argument;
        return directory.isEmpty()
                || directory.equals(".")
                || file.startsWith(directory.endsWith("/") ? directory : directory + "/");
    }
}
