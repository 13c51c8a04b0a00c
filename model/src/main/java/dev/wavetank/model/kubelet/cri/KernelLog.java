package dev.wavetank.model.kubelet.cri;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The messages of a node's kernel about processes that it has killed for want of memory. A kubelet that starts reads
 * those that are still there, and reports them once more.
 */
public final class KernelLog {

    private static final int PROCESSES = 30_000;

    private final List<OutOfMemory> kills = new ArrayList<>(0);
    private Consumer<OutOfMemory> reader = kill -> {};
    private int processes = 1_000;

    /** An empty log. */
    KernelLog() {}

    /**
     * A process that was killed.
     *
     * @param process its name
     * @param pid its number
     */
    public record OutOfMemory(String process, int pid) {}

    /** Takes the only reader, which gets what is there first. */
    public void read(Consumer<OutOfMemory> next) {
        reader = next;
        List.copyOf(kills).forEach(next);
    }

    void killed(String process) {
        processes = (processes + 37) % PROCESSES;
        OutOfMemory kill = new OutOfMemory(process, processes);
        kills.add(kill);
        reader.accept(kill);
    }

    void clear() {
        kills.clear();
        reader = kill -> {};
    }
}
