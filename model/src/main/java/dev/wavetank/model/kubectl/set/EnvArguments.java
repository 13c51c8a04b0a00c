package dev.wavetank.model.kubectl.set;

import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The arguments of {@code set env}: first what is meant, then {@code NAME=VALUE} and {@code NAME-}.
 *
 * @param resources types and names
 * @param values of variables, by name
 * @param removed names of variables that shall go
 */
record EnvArguments(List<String> resources, Map<String, String> values, List<String> removed) {

    static EnvArguments of(Invocation line) {
        List<String> resources = new ArrayList<>();
        List<String> changes = new ArrayList<>(line.each(Flag.ENV_SHORT));
        boolean first = true;
        for (String argument : line.arguments()) {
            boolean change = argument.contains("=") || argument.endsWith("-");
            if (first && change) {
                first = false;
            } else if (!first && !change) {
                int begin = line.arguments().size() - countAfter(line.arguments());
                throw new UsageException("all resources must be specified before environment changes: "
                        + String.join(
                                " ",
                                line.arguments().subList(begin, line.arguments().size())));
            }
            (change ? changes : resources).add(argument);
        }
        Map<String, String> values = new LinkedHashMap<>();
        List<String> removed = new ArrayList<>();
        for (String change : changes) {
            int equals = change.indexOf('=');
            if (equals >= 0) {
                values.put(change.substring(0, equals), change.substring(equals + 1));
            } else if (change.endsWith("-")) {
                removed.add(change.substring(0, change.length() - 1));
            } else {
                throw new UsageException("unknown environment variable: " + change);
            }
        }
        if (removed.stream().anyMatch(values::containsKey)) {
            throw new UsageException(
                    "can not both modify and remove the same environment variable in the same command");
        }
        return new EnvArguments(resources, values, removed);
    }

    /** How many arguments there are from the first change on. */
    private static int countAfter(List<String> arguments) {
        int count = arguments.size();
        for (String argument : arguments) {
            if (argument.contains("=") || argument.endsWith("-")) {
                return count;
            }
            count--;
        }
        return count;
    }
}
