package dev.wavetank.properties.explore;

/** The input of each run of an exploration. Called from several threads at once. */
@FunctionalInterface
public interface RunInputs {

    /** The input of a run: a function of its number. */
    RunInput of(long number);

    /** Whether the decisions about the order of events are recorded in each run, see {@link ExploredRun#order}. */
    default boolean recordsOrder() {
        return false;
    }
}
