package dev.wavetank.benchmarks;

import dev.wavetank.benchmarks.peer.Peers;
import dev.wavetank.benchmarks.workload.Workload;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs the hold model on every peer in turn, round after round, and prints one Markdown table.
 *
 * <p>Taking turns spreads what else the machine does evenly over the peers, so that their ratios can be trusted
 * when their times cannot. Each peer has a JVM of its own, so that none pays for another's garbage or for code of
 * the JDK that was compiled for several of them. After every round all clocks must be equal, or the comparison
 * ends with an error.
 *
 * <p>Arguments: the numbers of pending events; by default 1000, 100000 and 1000000.
 */
public final class CompareKernels {

    private static final int WARM_UP_ROUNDS = 6;
    private static final int ROUNDS = 7;
    private static final int[] PENDING = {1_000, 100_000, 1_000_000};

    private CompareKernels() {}

    /** Measures and prints. */
    public static void main(String[] arguments) {
        int[] sizes = arguments.length == 0
                ? PENDING
                : Stream.of(arguments).mapToInt(Integer::parseInt).toArray();
        System.out.println("| workload | pending | peer | ns an event | x array heap | with collector | B an event |");
        System.out.println("|---|---|---|---|---|---|---|");
        for (Workload workload : Workload.values()) {
            for (int pending : sizes) {
                print(workload, pending, measure(workload, pending));
            }
        }
    }

    private static Map<Peers, Cost> measure(Workload workload, int pending) {
        Map<Peers, PeerProcess> running = new EnumMap<>(Peers.class);
        try {
            for (Peers peer : Peers.values()) {
                if (peer.copesWith(pending)) {
                    running.put(peer, PeerProcess.start(peer, workload, pending));
                }
            }
            takeTurns(running, WARM_UP_ROUNDS);
            return takeTurns(running, ROUNDS);
        } finally {
            running.values().forEach(PeerProcess::close);
        }
    }

    private static Map<Peers, Cost> takeTurns(Map<Peers, PeerProcess> running, int rounds) {
        Map<Peers, Cost> costs = new EnumMap<>(Peers.class);
        running.keySet().forEach(peer -> costs.put(peer, new Cost(PeerProcess.EVENTS)));
        for (int round = 0; round < rounds; round++) {
            Clocks clocks = new Clocks();
            running.forEach((peer, process) -> {
                Reading reading = process.hold();
                clocks.add(peer, reading.clock());
                costs.get(peer).add(reading);
            });
        }
        return costs;
    }

    private static void print(Workload workload, int pending, Map<Peers, Cost> costs) {
        double least = costs.get(Peers.ARRAY_HEAP).nanos();
        costs.forEach((peer, cost) -> System.out.printf(
                Locale.ROOT,
                "| %s | %,d | %s | %.0f | %.1f | %.0f | %.0f |%n",
                workload.title(),
                pending,
                peer.title(),
                cost.nanos(),
                cost.nanos() / least,
                cost.processNanos(),
                cost.bytes()));
    }
}
