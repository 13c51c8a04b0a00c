package dev.wavetank.cli.terminal;

import java.util.function.LongSupplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** The progress of an exploration: a bar on a terminal, nothing elsewhere. */
public final class Progress implements AutoCloseable {

    private static final long SECOND = 1_000_000_000;
    private static final int WIDTH = 100;

    private final ProgressBar bar;
    private final LongSupplier position;
    private final String unit;
    private long steps;

    private Progress(ProgressBar bar, LongSupplier position, String unit) {
        this.bar = bar;
        this.position = position;
        this.unit = unit;
    }

    /** Progress over a number of seeds. */
    public static Progress ofSeeds(long count, Streams streams) {
        return new Progress(bar("seeds", count, streams), null, "seeds");
    }

    /** Progress over a number of known bugs. */
    public static Progress ofBugs(int count, Streams streams) {
        return new Progress(bar("bugs", count, streams), null, "bugs");
    }

    /** Progress over a span of real time in nanoseconds. */
    public static Progress ofSeconds(long span, Streams streams) {
        long begin = System.nanoTime();
        return new Progress(
                bar("seconds", Math.max(1, span / SECOND), streams),
                () -> Math.min(span, System.nanoTime() - begin) / SECOND,
                "seeds");
    }

    /** One more seed was run, or one more bug was looked for. */
    public void stepDone() {
        steps++;
        if (bar != null) {
            bar.stepTo(position == null ? steps : position.getAsLong());
            bar.setExtraMessage(position == null ? "" : " " + steps + " " + unit);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }

    private static ProgressBar bar(String task, long end, Streams streams) {
        if (!streams.terminal()) {
            return null;
        }
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(end)
                .setStyle(ProgressBarStyle.ASCII)
                .setConsumer(new ConsoleProgressBarConsumer(streams.err(), WIDTH))
                .build();
    }
}
