package dev.wavetank.properties.shrink;

import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The files of a scenario that only commands or settings name which were left out. */
public final class UnusedFiles {

    private UnusedFiles() {}

    /**
     * A scenario without them. Files that nothing named from the beginning stay.
     *
     * @param whole with all commands and settings
     * @param rest the same with fewer of them
     */
    public static Scenario without(Scenario whole, Scenario rest) {
        Map<String, String> files = new TreeMap<>(rest.files());
        files.keySet().removeIf(file -> isNamed(whole, file) && !isNamed(rest, file));
        return files.size() == rest.files().size() ? rest : rest.withFiles(files);
    }

    private static boolean isNamed(Scenario scenario, String file) {
        return names(scenario.timeline(), file)
                || scenario.cluster().namedFiles().contains(file);
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
