package dev.wavetank.reports.story;

import dev.wavetank.sim.trace.ChromeTraceSink;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;

/** A run or a story as a Chrome trace: a track for each component, and on it what the component does, in sentences. */
public final class StoryTrack {

    private StoryTrack() {}

    /** Writes to {@code out}, which the caller flushes and closes. */
    public static TraceSink sink(Appendable out) {
        return new ChromeTraceSink(out, StoryTrack::name);
    }

    private static String name(TraceEntry entry) {
        return Sentences.of(entry).orElseGet(() -> ChromeTraceSink.verbAndSubject(entry));
    }
}
