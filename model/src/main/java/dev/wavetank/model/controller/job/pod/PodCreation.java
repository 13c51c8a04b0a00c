package dev.wavetank.model.controller.job.pod;

import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.owned.Expectations;
import dev.wavetank.model.controller.pods.PodControl;
import dev.wavetank.model.controller.pods.SlowStart;
import dev.wavetank.sim.Completion;
import java.util.List;

/** Creates the missing pods of a sync by slow start, and lowers the expectations for creations that failed. */
public final class PodCreation {

    private final PodControl pods;
    private final SlowStart slowStart;
    private final Expectations expectations;
    private long syncs;

    public PodCreation(PodControl pods, SlowStart slowStart, Expectations expectations) {
        this.pods = pods;
        this.slowStart = slowStart;
        this.expectations = expectations;
    }

    /** Creates these pods, the first ones first. */
    public Completion<SlowStart.Outcome> create(Job job, List<Pod> wanted) {
        expectations.expectCreations(job.key(), wanted.size());
        syncs++;
        return slowStart
                .create(job.key(), syncs, wanted.size(), number -> pods.create(job, wanted.get(number)))
                .map(outcome -> {
                    for (int i = 0; i < outcome.missing(); i++) {
                        expectations.creationObserved(job.key());
                    }
                    return outcome;
                });
    }
}
