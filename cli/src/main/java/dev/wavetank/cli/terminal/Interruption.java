package dev.wavetank.cli.terminal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a long command end in order after Ctrl-C: the JVM waits until the command has printed what it
 * has so far, and then ends with the exit code of an interrupted program.
 */
public final class Interruption implements AutoCloseable {

    /** The time limit of the orderly end. */
    private static final long PATIENCE_SECONDS = 30;

    private final CountDownLatch finished = new CountDownLatch(1);
    private final Thread hook = new Thread(this::interrupt, "interruption");
    private volatile boolean requested;

    private Interruption() {}

    /** Watches until it is closed. */
    public static Interruption watch() {
        Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    /** Whether the command has to end. */
    public boolean isRequested() {
        return requested;
    }

    /** Requests the end of the command, and waits for it. */
    public void interrupt() {
        requested = true;
        try {
            finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reports that the command has printed what it has. */
    @Override
    public void close() {
        finished.countDown();
        if (!requested) {
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }
}
