package dev.wavetank.sim.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes a trace in the Trace Event Format (its JSON object form), which ui.perfetto.dev and chrome://tracing open.
 *
 * <p>Every component is a track. Every record is a slice of one microsecond on it, or less when the next record of
 * the track comes earlier, because an arrow has to begin and to end within a slice. An arrow (a flow event) leads
 * from each cause to its effect on another track. Times are microseconds of virtual time with three decimals.
 *
 * <p>Needs twelve bytes of memory for each record, to find the beginnings of the arrows.
 */
public final class ChromeTraceSink implements TraceSink {

    private static final int PROCESS = 1;
    private static final long SLICE = 1000;

    private final Appendable out;
    private final Function<TraceEntry, String> names;
    private final JsonObjectWriter event = new JsonObjectWriter();
    private final Map<String, Track> tracks = new LinkedHashMap<>();
    /** Of each record by number: when and where it happened; track 0 for a record that was not seen. */
    private long[] times = new long[1024];

    private int[] places = new int[1024];
    private boolean begun;

    /** The line of one component; {@code began} is the time of its open slice, or -1. */
    private static final class Track {
        private final int id;
        private long began = -1;

        private Track(int id) {
            this.id = id;
        }
    }

    /** Writes to {@code out}, which the caller flushes and closes after {@link #finish}; slices are verb and subject. */
    public ChromeTraceSink(Appendable out) {
        this(out, ChromeTraceSink::verbAndSubject);
    }

    /**
     * Writes slices with names of the caller's.
     *
     * @param names of the slice of each record
     */
    public ChromeTraceSink(Appendable out, Function<TraceEntry, String> names) {
        this.out = out;
        this.names = names;
    }

    /** What is known of a record without knowing its kind. */
    public static String verbAndSubject(TraceEntry entry) {
        String subject = entry.record().subject();
        return subject.isEmpty()
                ? entry.record().verb()
                : entry.record().verb() + " " + subject;
    }

    /** Writes the entry. Throws {@link UncheckedIOException} when the destination fails. */
    @Override
    public void accept(TraceEntry entry) {
        Track track = track(entry.component());
        endSlice(track, entry.time());
        beginSlice(track, entry);
        remember(entry, track);
        long cause = entry.cause();
        if (cause < places.length && places[(int) cause] != 0 && places[(int) cause] != track.id) {
            arrow("s", entry.number(), places[(int) cause], times[(int) cause]);
            arrow("f", entry.number(), track.id, entry.time());
        }
    }

    /** Ends the file; without an entry it is a valid one, too. */
    @Override
    public void finish() {
        tracks.values().forEach(track -> endSlice(track, Long.MAX_VALUE));
        if (!begun) {
            process();
        }
        append("\n]}\n");
    }

    private Track track(String component) {
        Track track = tracks.get(component);
        if (track == null) {
            track = new Track(tracks.size() + 1);
            tracks.put(component, track);
            begin("thread_name", "M", track.id)
                    .begin("args")
                    .text("name", component)
                    .end();
            write();
            begin("thread_sort_index", "M", track.id)
                    .begin("args")
                    .number("sort_index", track.id)
                    .end();
            write();
        }
        return track;
    }

    private void beginSlice(Track track, TraceEntry entry) {
        TraceRecord does = entry.record();
        begin(names.apply(entry), "B", track.id)
                .text("cat", does.type())
                .thousandths("ts", entry.time())
                .begin("args")
                .number("record", entry.number())
                .number("cause", entry.cause())
                .text("actor", entry.actor());
        does.describe(event);
        event.end();
        write();
        track.began = entry.time();
    }

    private void endSlice(Track track, long limit) {
        if (track.began >= 0) {
            begin(null, "E", track.id).thousandths("ts", Math.min(track.began + SLICE, limit));
            write();
            track.began = -1;
        }
    }

    /** One end of an arrow: it starts in the slice of the cause and finishes in the one of the effect. */
    private void arrow(String phase, long effect, int track, long time) {
        begin("cause", phase, track).text("cat", "cause").number("id", effect).thousandths("ts", time);
        if (phase.equals("f")) {
            event.text("bp", "e");
        }
        write();
    }

    private void remember(TraceEntry entry, Track track) {
        int number = Math.toIntExact(entry.number());
        if (number >= times.length) {
            int length = (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(number + 1L, times.length * 2L));
            times = Arrays.copyOf(times, length);
            places = Arrays.copyOf(places, length);
        }
        times[number] = entry.time();
        places[number] = track.id;
    }

    private JsonObjectWriter begin(@Nullable String name, String phase, int track) {
        if (!begun) {
            process();
        }
        event.begin();
        if (name != null) {
            event.text("name", name);
        }
        return event.text("ph", phase).number("pid", PROCESS).number("tid", track);
    }

    private void process() {
        begun = true;
        append("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
        append(event.begin()
                .text("name", "process_name")
                .text("ph", "M")
                .number("pid", PROCESS)
                .begin("args")
                .text("name", "wavetank")
                .end()
                .end()
                .built());
    }

    private void write() {
        event.end();
        append(",\n");
        append(event.built());
    }

    private void append(CharSequence text) {
        try {
            out.append(text);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write the trace", failure);
        }
    }
}
