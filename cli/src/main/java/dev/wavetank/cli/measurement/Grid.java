package dev.wavetank.cli.measurement;

import dev.wavetank.cli.input.BadInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Settings that are swept: all combinations of their values.
 *
 * @param fixed settings with one value, as {@code --set} takes them
 * @param values the values of those with several, by name
 */
public record Grid(List<String> fixed, Map<String, List<String>> values) {

    /** More would take days. */
    private static final int CELLS_MAX = 1000;

    /**
     * Reads {@code name=value,value}. A comma that belongs to a value has a backslash before it.
     *
     * @throws BadInputException when there is nothing to compare
     */
    public static Grid of(List<String> settings) {
        List<String> fixed = new ArrayList<>();
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            List<String> split = equals < 1 ? List.of(setting) : split(setting, setting.substring(equals + 1));
            if (split.size() < 2) {
                fixed.add(setting.replace("\\,", ","));
            } else if (values.put(setting.substring(0, equals), split) != null) {
                throw new BadInputException(
                        "--set " + setting.substring(0, equals) + " is given twice: write all values in one");
            }
        }
        Grid grid = new Grid(fixed, values);
        if (values.isEmpty()) {
            throw new BadInputException("the grid is empty: give at least one --set several values, such as"
                    + " kube-controller-manager.kube-api-qps=20,100");
        }
        if (grid.size() > CELLS_MAX) {
            throw new BadInputException("the grid has " + grid.size() + " cells: sweep at most " + CELLS_MAX);
        }
        return grid;
    }

    private static List<String> split(String setting, String list) {
        List<String> values = new ArrayList<>();
        for (String value : list.split("(?<!\\\\),", -1)) {
            String plain = value.strip().replace("\\,", ",");
            if (plain.isEmpty() && !list.isEmpty()) {
                throw new BadInputException("--set " + setting + ": a value between the commas is empty");
            }
            if (values.contains(plain)) {
                throw new BadInputException("--set " + setting + ": the value " + plain + " is given twice");
            }
            values.add(plain);
        }
        return values;
    }

    /** How many combinations there are. */
    public long size() {
        long size = 1;
        for (List<String> each : values.values()) {
            size = Math.min(size * each.size(), Integer.MAX_VALUE);
        }
        return size;
    }

    /** The names of the swept settings. */
    public List<String> names() {
        return List.copyOf(values.keySet());
    }

    /** Every combination, a value for each name; the last setting changes first. */
    public List<List<String>> cells() {
        List<List<String>> cells = List.of(List.of());
        for (List<String> each : values.values()) {
            List<List<String>> longer = new ArrayList<>();
            for (List<String> cell : cells) {
                for (String value : each) {
                    List<String> next = new ArrayList<>(cell);
                    next.add(value);
                    longer.add(next);
                }
            }
            cells = longer;
        }
        return cells;
    }

    /** The settings of a cell, as {@code --set} takes them. */
    public List<String> settings(List<String> cell) {
        List<String> settings = new ArrayList<>(fixed);
        for (int i = 0; i < cell.size(); i++) {
            settings.add(names().get(i) + "=" + cell.get(i));
        }
        return settings;
    }
}
