package dev.wavetank.properties.invariant;

import dev.wavetank.model.trace.PanicTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** No component throws an exception while it works, also none that a caller catches. */
public final class NoPanic implements Invariant {

    @Override
    public String name() {
        return "NoPanic";
    }

    @Override
    public String reason() {
        return "Go's API server turns a panic into a 500, and controller-runtime turns it into an error and a"
                + " retry; both hide a defect, and without them it ends the process and all that it was about to"
                + " do.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "staging/src/k8s.io/apiserver/pkg/server/filters/wrap.go (v1.32), WithPanicRecovery",
                "this project: neither the model nor a controller of the user may throw");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.CONTROLLERS, Tag.SCHEDULER, Tag.KUBELET, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "No component throws an exception while it works.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(PanicTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof PanicTrace panic) {
            String place = panic.place().isEmpty() ? "" : ", at " + panic.place();
            outcomes.broken(this, entry.component(), panic.work() + " threw " + panic.thrown() + place);
        }
    }
}
