package dev.wavetank.model.kubelet.cri;

/**
 * The behaviour of a container's process.
 *
 * @param kind whether it ends, and when
 * @param nanos how long it runs when it is {@link Kind#TIMED}, in nanoseconds
 * @param exitCode of its end
 */
public record ContainerProcess(Kind kind, long nanos, int exitCode) {

    /** Serves until it is stopped. */
    public static final ContainerProcess SERVER = new ContainerProcess(Kind.SERVER, 0, 0);

    /** Prepares something for {@link NodeLatencies#initRun()} and succeeds. */
    public static final ContainerProcess INIT = new ContainerProcess(Kind.INIT, 0, 0);

    /** Works on something for {@link NodeLatencies#taskRun()} and succeeds. */
    public static final ContainerProcess TASK = new ContainerProcess(Kind.TASK, 0, 0);

    /** When a process ends. */
    public enum Kind {
        /** Never by itself. */
        SERVER,
        /** After the time that init containers take. */
        INIT,
        /** After the time that tasks take. */
        TASK,
        /** After a time of its own. */
        TIMED
    }

    /** A process that ends after that many nanoseconds. */
    public static ContainerProcess timed(long nanos, int exitCode) {
        return new ContainerProcess(Kind.TIMED, nanos, exitCode);
    }
}
