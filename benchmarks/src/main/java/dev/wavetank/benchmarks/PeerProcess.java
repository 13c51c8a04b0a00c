package dev.wavetank.benchmarks;

import dev.wavetank.benchmarks.peer.Peer;
import dev.wavetank.benchmarks.peer.Peers;
import dev.wavetank.benchmarks.workload.Delays;
import dev.wavetank.benchmarks.workload.Workload;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * A peer in a JVM of its own, which runs on request and waits in between.
 *
 * <p>For each line that it is sent, the other JVM fires {@value #EVENTS} events and answers with one line.
 */
final class PeerProcess implements AutoCloseable {

    /** How many events fire at a time. */
    static final int EVENTS = 200_000;

    /** Small enough to be used through and through while warming up, so that no new memory is asked for later. */
    private static final String YOUNG_GENERATION = "-Xmn256m";

    private final Peers peer;
    private final Process process;
    private final BufferedReader answers;

    private PeerProcess(Peers peer, Process process) {
        this.peer = peer;
        this.process = process;
        answers = process.inputReader();
    }

    /** Starts a JVM with the same class path. */
    static PeerProcess start(Peers peer, Workload workload, int pending) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder command = new ProcessBuilder(
                java,
                "-Xmx2g",
                YOUNG_GENERATION,
                "-cp",
                System.getProperty("java.class.path"),
                PeerProcess.class.getName(),
                peer.name(),
                workload.name(),
                Integer.toString(pending));
        try {
            return new PeerProcess(
                    peer, command.redirectError(ProcessBuilder.Redirect.INHERIT).start());
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot start a JVM for " + peer, failure);
        }
    }

    /** Lets it fire events, and waits until it has done so. */
    Reading hold() {
        try {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            String answer = answers.readLine();
            if (answer == null) {
                throw new IllegalStateException("the JVM of " + peer + " has ended");
            }
            return Reading.parse(answer);
        } catch (IOException failure) {
            throw new UncheckedIOException("the JVM of " + peer + " cannot be reached", failure);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }

    /** The other JVM: runs the peer, workload and number of pending events that its arguments name. */
    public static void main(String[] arguments) throws IOException {
        Workload workload = Workload.valueOf(arguments[1]);
        int pending = Integer.parseInt(arguments[2]);
        BufferedReader turns = new BufferedReader(new InputStreamReader(System.in));
        try (Peer running = Peers.valueOf(arguments[0]).start(Delays.of(workload, pending))) {
            while (turns.readLine() != null) {
                System.out.println(Reading.of(() -> running.hold(EVENTS)).line());
            }
        }
    }
}
