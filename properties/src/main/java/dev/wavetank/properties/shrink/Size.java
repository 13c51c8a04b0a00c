package dev.wavetank.properties.shrink;

import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How large a scenario asks a workload to be.
 *
 * @param name of the field or the flag, such as {@code replicas}
 * @param value the number
 */
public record Size(String name, long value) {

    private static final List<String> NAMES =
            List.of("replicas", "parallelism", "completions", "minReplicas", "maxReplicas");
    private static final Pattern FLAG = Pattern.compile("--(" + String.join("|", NAMES) + ")=(\\d{1,9})");

    /** All sizes of a scenario: those of its manifests, then those of its commands. */
    public static List<Size> all(Scenario scenario) {
        List<Size> all = new ArrayList<>();
        inManifests(scenario).forEach((place, value) -> all.add(new Size((String) place.last(), value)));
        for (Command command : scenario.timeline()) {
            for (String argument : Objects.requireNonNull(command.arguments())) {
                Matcher flag = FLAG.matcher(argument);
                if (flag.matches()) {
                    all.add(new Size(flag.group(1), Long.parseLong(flag.group(2))));
                }
            }
        }
        return all;
    }

    private static Map<Place, Long> inManifests(Scenario scenario) {
        Map<Place, Long> sizes = new LinkedHashMap<>();
        Manifests.of(scenario).forEach((place, node) -> {
            if (node instanceof Long value && place.last() instanceof String name && NAMES.contains(name)) {
                sizes.put(place, value);
            }
        });
        return sizes;
    }

    /**
     * A scenario with other sizes.
     *
     * @param values one for each of {@link #all}, in that order
     */
    public static Scenario resized(Scenario scenario, List<Long> values) {
        Map<Place, Long> places = inManifests(scenario);
        int next = 0;
        for (Map.Entry<Place, Long> place : places.entrySet()) {
            place.setValue(values.get(next++));
        }
        List<Command> timeline = new ArrayList<>();
        for (Command command : scenario.timeline()) {
            List<String> arguments = new ArrayList<>();
            for (String argument : Objects.requireNonNull(command.arguments())) {
                Matcher flag = FLAG.matcher(argument);
                arguments.add(flag.matches() ? "--" + flag.group(1) + "=" + values.get(next++) : argument);
            }
            timeline.add(new Command(command.at(), arguments));
        }
        return Manifests.of(scenario).with(places).withTimeline(timeline);
    }
}
