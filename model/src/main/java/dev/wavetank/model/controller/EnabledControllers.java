package dev.wavetank.model.controller;

import dev.wavetank.sim.text.Suggestion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which controllers a controller manager runs: its flag {@code --controllers}.
 *
 * <p>A list of {@code *} for all, {@code name} for one that runs, and {@code -name} for one that does not. The first
 * entry with the name of a controller decides; without such an entry it runs if there is a {@code *}. Since v1.28
 * controllers have longer names; the older ones are still understood. Here both mean something in every release.
 *
 * @param entries of the list, in order
 */
public record EnabledControllers(List<String> entries) {

    /** The default: all of them. */
    public static final EnabledControllers ALL = new EnabledControllers(List.of("*"));

    private static final Map<String, String> LABELS = KubernetesController.labelsByLongName();

    /** Keeps a copy. */
    public EnabledControllers {
        entries = List.copyOf(entries);
    }

    /** The list as the flag has it: entries separated by commas. */
    public static EnabledControllers of(String text) {
        List<String> entries = new ArrayList<>();
        for (String entry : text.split(",", -1)) {
            entries.add(entry.strip());
        }
        return new EnabledControllers(entries);
    }

    /**
     * The controllers that run, in the same order.
     *
     * @param known all existing controllers, by name
     * @throws IllegalArgumentException when an entry names none of them
     */
    public <T> Map<String, T> among(Map<String, T> known) {
        for (String entry : entries) {
            if (!entry.equals("*") && !known.containsKey(name(entry))) {
                throw new IllegalArgumentException("\"" + plain(entry) + "\" is not in the list of known controllers: "
                        + Suggestion.question(plain(entry), known.keySet())
                        + "write * for all, or with or without a dash in front one of "
                        + String.join(", ", known.keySet()));
            }
        }
        Map<String, T> enabled = new LinkedHashMap<>(known);
        enabled.keySet().removeIf(name -> !enables(name));
        return enabled;
    }

    /** Whether all run that no entry names. */
    public boolean hasStar() {
        return entries.contains("*");
    }

    private boolean enables(String name) {
        for (String entry : entries) {
            if (name(entry).equals(name)) {
                return !entry.startsWith("-");
            }
        }
        return hasStar();
    }

    /** The label of the controller that an entry names. */
    private static String name(String entry) {
        return LABELS.getOrDefault(plain(entry), plain(entry));
    }

    private static String plain(String entry) {
        return entry.startsWith("-") ? entry.substring(1) : entry;
    }
}
