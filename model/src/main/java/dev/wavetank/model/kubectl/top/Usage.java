package dev.wavetank.model.kubectl.top;

import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * What something uses, as {@code top} prints it (kubectl, pkg/metricsutil, v1.32).
 *
 * @param cpu in cores
 * @param memory in bytes
 */
record Usage(Quantity cpu, Quantity memory) {

    static final Usage NONE = new Usage(Quantity.ZERO, Quantity.ZERO);

    private static final long MEBI = 1024 * 1024;

    /** The usage in a list of resources. */
    static Usage of(ObjectFields resources) {
        return new Usage(quantity(resources, "cpu"), quantity(resources, "memory"));
    }

    /** The usage of all containers of a pod. */
    static Usage ofPod(ObjectFields pod) {
        return pod.list("containers").stream()
                .map(container -> of(container.at("usage")))
                .reduce(NONE, Usage::plus);
    }

    private static Quantity quantity(ObjectFields resources, String name) {
        return resources.has(name) ? Quantity.parse(resources.shown(name)) : Quantity.ZERO;
    }

    Usage plus(Usage other) {
        return new Usage(cpu.plus(other.cpu), memory.plus(other.memory));
    }

    /** The cells of a row. */
    List<String> cells() {
        return List.of(cpuText(), memoryText());
    }

    /** The cells of a row with the part of what there is, where that is known. */
    List<String> cells(ObjectFields available) {
        List<String> cells = new ArrayList<>();
        cells.add(cpuText());
        share(cpu, available, "cpu", cells);
        cells.add(memoryText());
        share(memory, available, "memory", cells);
        return cells;
    }

    private static void share(Quantity used, ObjectFields available, String name, List<String> cells) {
        if (available.has(name)) {
            long all = Quantity.parse(available.shown(name)).milliValue();
            cells.add((all == 0 ? 0 : (long) ((double) used.milliValue() / all * 100)) + "%");
        }
    }

    private String cpuText() {
        return cpu.milliValue() + "m";
    }

    private String memoryText() {
        return memory.value() / MEBI + "Mi";
    }

    /**
     * The order of rows: the largest usage first, or by name.
     *
     * @param order {@code cpu}, {@code memory}, or empty for the name
     */
    static <T> Comparator<T> by(String order, Function<T, String> name, Function<T, Usage> usage) {
        return switch (order) {
            case "cpu" -> Comparator.comparing(row -> usage.apply(row).cpu(), Comparator.reverseOrder());
            case "memory" -> Comparator.comparing(row -> usage.apply(row).memory(), Comparator.reverseOrder());
            default -> Comparator.comparing(name);
        };
    }
}
