package dev.wavetank.model.kubectl.describe.subject;

import dev.wavetank.sim.Completion;
import java.util.Optional;

/** Describes the objects of one kind. */
@FunctionalInterface
public interface Describer {

    /** Looks up what belongs to the object, and writes its description. */
    Completion<Description> describe(Subject subject);

    /** What a kind needs that is described from its own fields and its Events. */
    @FunctionalInterface
    interface Fields {
        /** Writes everything but the Events. */
        void write(Subject subject);
    }

    /** Describes the fields, then the Events. */
    static Describer withEvents(Fields fields) {
        return subject -> subject.events().map(events -> {
            fields.write(subject);
            return subject.done(events);
        });
    }

    /** Describes the fields only. */
    static Describer of(Fields fields) {
        return subject -> {
            fields.write(subject);
            return Completion.of(new Description(subject.page().text(), Optional.empty()));
        };
    }
}
