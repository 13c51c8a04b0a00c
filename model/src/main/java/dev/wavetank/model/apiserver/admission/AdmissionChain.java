package dev.wavetank.model.apiserver.admission;

import dev.wavetank.sim.Completion;
import java.util.List;

/** Asks all plugins in order, until one refuses. */
public final class AdmissionChain {

    private final List<AdmissionPlugin> plugins;

    /** A chain of these plugins. */
    public AdmissionChain(List<AdmissionPlugin> plugins) {
        this.plugins = plugins;
    }

    /** Has the plugins change the object. */
    public Completion<Verdict> mutate(AdmissionRequest request) {
        return ask(0, request, true);
    }

    /** Has the plugins judge the object. */
    public Completion<Verdict> validate(AdmissionRequest request) {
        return ask(0, request, false);
    }

    private Completion<Verdict> ask(int first, AdmissionRequest request, boolean mutating) {
        for (int i = first; i < plugins.size(); i++) {
            AdmissionPlugin plugin = plugins.get(i);
            if (plugin.handles(request)) {
                int next = i + 1;
                Completion<Verdict> verdict = mutating ? plugin.mutate(request) : plugin.validate(request);
                return verdict.then(said -> said instanceof Verdict.Admitted admitted
                        ? ask(next, request.withObject(admitted.object()), mutating)
                        : Completion.of(said));
            }
        }
        return Completion.of(new Verdict.Admitted(request.object()));
    }
}
