package dev.wavetank.sim.liveness;

import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the present state of a subject from a write. */
@FunctionalInterface
public interface StateReader {

    /** The state after a write; empty when the write is not part of the system's state: a heartbeat, a log. */
    Optional<State> read(TraceEntry write);

    /**
     * The state of a subject.
     *
     * @param identity which one it is, over all of the run
     * @param hash over all of it that does not change with every write; compared within one run only. Subjects that
     *     differ in identity only, and can take each other's place, may share a hash
     * @param gone whether it has ceased to exist
     */
    record State(String identity, long hash, boolean gone) {}

    /**
     * Reads the fields that records describe.
     *
     * @param volatileFields names of those that change with every write, such as a revision
     */
    static StateReader ofFields(Set<String> volatileFields) {
        return write -> {
            FieldHash hash = new FieldHash(volatileFields);
            String subject = write.record().subject();
            hash.text("subject", subject);
            write.record().describe(hash);
            return Optional.of(new State(subject, hash.value, false));
        };
    }

    /** Hashes names and values. */
    final class FieldHash implements TraceRecord.Fields {

        private final Set<String> ignored;
        private long value;

        private FieldHash(Set<String> ignored) {
            this.ignored = ignored;
        }

        @Override
        public TraceRecord.Fields text(String name, @Nullable String text) {
            return add(name, text == null ? 0 : text.hashCode() + 1L);
        }

        @Override
        public TraceRecord.Fields number(String name, long number) {
            return add(name, number);
        }

        private TraceRecord.Fields add(String name, long part) {
            if (!ignored.contains(name)) {
                value = (value * 31 + name.hashCode()) * 0x9E3779B97F4A7C15L + part;
            }
            return this;
        }
    }
}
