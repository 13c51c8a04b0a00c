package dev.wavetank.properties.explore;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.properties.invariant.Invariant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * Runs a saved failure again with parts of the user, which its file can only name: {@code
 * Replay.of(file).with(parts).withInvariant(MyInvariant::new).run()}.
 *
 * @param failure the saved failure
 * @param parts of the cluster; the order of events and its decisions are those of the failure
 * @param invariants of the user
 */
public record Replay(Failure failure, ClusterParts parts, Judges invariants) {

    /**
     * A replay of a file, so far without parts of the user.
     *
     * @throws UncheckedIOException when the file cannot be read
     * @throws IllegalArgumentException when it is no saved failure, naming line and field
     */
    public static Replay of(Path file) {
        try {
            Failure failure = FailureCodec.read(file.toString(), Files.readString(file));
            return new Replay(failure, failure.parts().parts(), failure.parts().judges());
        } catch (IOException missing) {
            throw new UncheckedIOException("the failure cannot be read from " + file, missing);
        }
    }

    /** The same with these parts, in the order of events of the failure. */
    public Replay with(ClusterParts own) {
        PartsSpec saved = failure.parts();
        return new Replay(failure, own.withOrder(saved.order()).withDecisions(saved.decisions()), invariants);
    }

    /** The same with parts and invariants of the exploration that found the failure. */
    public Replay with(Exploration exploration) {
        Replay replay = with(exploration.parts());
        return new Replay(failure, replay.parts(), exploration.invariants());
    }

    /** The same with one more invariant. */
    public Replay withInvariant(Supplier<Invariant> invariant) {
        return new Replay(failure, parts, invariants.with(invariant));
    }

    /**
     * Makes the run.
     *
     * @throws IllegalStateException when parts are missing that the failure names
     */
    public RunResult run() {
        List<String> present = OwnParts.names(parts, failure.parts().parts(), invariants);
        List<String> missing = failure.ownParts().stream()
                .filter(name -> !present.contains(name))
                .toList();
        if (!missing.isEmpty()) {
            throw new IllegalStateException("the failure was found with " + String.join(" and ", missing)
                    + ": add what is missing by with(parts) and withInvariant(...)");
        }
        return ScenarioRun.of(failure.scenario(), failure.seed(), parts, invariants, List.of());
    }
}
