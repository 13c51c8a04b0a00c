package dev.wavetank.model.kubelet.cri.process;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The behaviour of a container's process.
 *
 * @param kind when it ends by itself
 * @param nanos how long it runs when it is {@link Kind#TIMED}, in nanoseconds
 * @param exit how it ends by itself
 * @param stop what SIGTERM does to it
 * @param steps changes that others can see while it runs, by time
 * @param windows when probes fail
 * @param listensOnAll whether it takes connections on every port, as an image without a command does
 * @param startError why it cannot be started, or null
 * @param log what it writes, by time
 * @param question what it asks for when it is {@link Kind#ASKING}, otherwise null
 */
@RecordBuilder
public record ContainerProcess(
        Kind kind,
        long nanos,
        Exit exit,
        Stop stop,
        List<Step> steps,
        List<Window> windows,
        boolean listensOnAll,
        @Nullable String startError,
        List<Line> log,
        @Nullable Question question)
        implements ContainerProcessBuilder.With {

    /** Serves until it is stopped. */
    public static final ContainerProcess SERVER = ofImage(Kind.SERVER);

    /** Prepares something and succeeds. */
    public static final ContainerProcess INIT = ofImage(Kind.INIT);

    /** Works on something and succeeds. */
    public static final ContainerProcess TASK = ofImage(Kind.TASK);

    private static ContainerProcess ofImage(Kind kind) {
        return new ContainerProcess(
                kind, 0, Exit.SUCCESS, Stop.OF_MACHINE, List.of(), List.of(), true, null, List.of(), null);
    }

    /** When a process ends by itself. */
    public enum Kind {
        /** Never. */
        SERVER,
        /** After the time that init containers take. */
        INIT,
        /** After the time that tasks take. */
        TASK,
        /** After a time of its own. */
        TIMED,
        /** That depends on an answer for which it asks after a time of its own. */
        ASKING
    }

    /**
     * What a process asks for.
     *
     * @param asked what it wants to know
     * @param next the process with the answer: all that it writes from its start, and those of its steps that come
     *     after the answer; empty when it is not understood how it goes on
     */
    public record Question(NetworkQuestion asked, Function<NetworkAnswer, Optional<ContainerProcess>> next) {}

    /**
     * The end of a process.
     *
     * @param code its exit code
     * @param reason what the runtime says about it, such as {@code OOMKilled}, or null for the usual reason
     * @param message what it wrote to its termination log; may be empty
     * @param output what it wrote to its log; may be empty
     */
    public record Exit(int code, @Nullable String reason, String message, String output) {

        /** Exit code 0 without a word. */
        public static final Exit SUCCESS = of(0);

        /** Killed by the kernel for want of memory. */
        public static final Exit FOR_MEMORY = new Exit(137, "OOMKilled", "", "");

        /** What containerd says of a process whose end it has missed ({@code unknownExitCode}). */
        public static final Exit UNKNOWN = new Exit(255, "Unknown", "", "");

        /** An exit code without a word. */
        public static Exit of(int code) {
            return new Exit(code, null, "", "");
        }
    }

    /**
     * The effect of SIGTERM.
     *
     * @param ignored whether there is none: the first process of a container has no default handler for signals
     * @param nanos from the signal to the end, in nanoseconds; negative: as long as the machine's processes take
     * @param code exit code
     */
    public record Stop(boolean ignored, long nanos, int code) {

        /**
         * The exit code of a server that was asked to end and did so. The first process of a container has no default
         * handler of SIGTERM that could kill it with code 143, so it has one of its own, and ends well, as nginx does
         * on SIGQUIT, the stop signal of its image. A choice: recordings only have scripts that trap the signal.
         */
        private static final int STOPPED = 0;

        /** Ends as most servers do. */
        public static final Stop OF_MACHINE = new Stop(false, -1, STOPPED);

        /** Does not end. */
        public static final Stop IGNORED = new Stop(true, 0, 0);
    }

    /**
     * A change that others can see.
     *
     * @param at nanoseconds since the start of the process
     * @param change what happens
     * @param name of the file, or number of the port
     * @param content of the file, or the text that comes to its end; empty for a port
     * @param inUse how the process ends when another one has the port; null when it goes on without
     */
    public record Step(
            long at,
            Change change,
            String name,
            String content,
            @Nullable InUse inUse) {}

    /**
     * The end of a process that cannot listen on its port.
     *
     * @param nanos how long it tries, in nanoseconds
     * @param code its exit code
     * @param words what it writes
     */
    public record InUse(long nanos, int code, String words) {}

    /**
     * Something that a process writes to its log.
     *
     * @param at nanoseconds: of a process, since its start; of a container, virtual time
     * @param text with the end of the line
     */
    public record Line(long at, String text) {}

    /** Kinds of visible changes. */
    public enum Change {
        /** A file comes into being. */
        FILE_MADE,
        /** A text comes to the end of a file. */
        FILE_EXTENDED,
        /** A file is removed. */
        FILE_REMOVED,
        /** The process listens on a port. */
        LISTENS,
        /** The first process of the container gets SIGTERM from another one. */
        TERMINATED
    }

    /**
     * A time in which probes fail.
     *
     * @param probe {@code readiness}, {@code liveness}, {@code startup}, or {@code probes} for all of them
     * @param from nanoseconds since the start of the process
     * @param to nanoseconds since the start of the process; {@code Long.MAX_VALUE} for ever
     */
    public record Window(String probe, long from, long to) {

        /** Whether an attempt of that kind fails at that time since the start of the process. */
        public boolean covers(String kind, long at) {
            return (probe.equals("probes") || probe.equals(kind)) && at >= from && at < to;
        }
    }
}
