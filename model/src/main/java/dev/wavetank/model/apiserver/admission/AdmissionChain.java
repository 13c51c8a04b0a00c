package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.Status;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.List;

/** Asks all plugins in order, until one refuses. */
public final class AdmissionChain {

    private final Context context;
    private final List<NamedPlugin> plugins;
    private final ClusterView cluster;

    /** A chain of these plugins of a server, which look at the cluster through this view. */
    public AdmissionChain(Context context, List<NamedPlugin> plugins, ClusterView cluster) {
        this.context = context;
        this.plugins = plugins;
        this.cluster = cluster;
    }

    /** A chain without plugins, for writes that the server itself makes. */
    public AdmissionChain withoutPlugins() {
        return new AdmissionChain(context, List.of(), cluster);
    }

    /**
     * Has the plugins change the object. A server that has just started waits until it knows what the plugins
     * look up, and refuses when that takes too long: else it would admit what a quota forbids that it has not
     * seen yet.
     */
    public Completion<AdmissionDecision> mutate(AdmissionRequest request) {
        if (!concernsAnybody(request)) {
            return Completion.of(new AdmissionDecision.Admitted(request.object()));
        }
        return cluster.whenSynced()
                .then(synced ->
                        synced ? rounds(request) : Completion.of(new AdmissionDecision.Refused(notReady(request))));
    }

    private boolean concernsAnybody(AdmissionRequest request) {
        for (NamedPlugin named : plugins) {
            if (named.plugin().handles(request)) {
                return true;
            }
        }
        return false;
    }

    private static Status notReady(AdmissionRequest request) {
        return Status.forbidden(request.resource(), request.name(), "not yet ready to handle request");
    }

    /** One round, and a second one when webhooks have changed the object. */
    private Completion<AdmissionDecision> rounds(AdmissionRequest request) {
        boolean hasWebhooks = false;
        for (NamedPlugin named : plugins) {
            hasWebhooks |= named.plugin().reinvokes() && named.plugin().handles(request);
        }
        if (!hasWebhooks) {
            return ask(0, request, true);
        }
        Reinvocation reinvocation = new Reinvocation();
        AdmissionRequest first = request.withReinvocation(reinvocation);
        return ask(0, first, true).then(said -> {
            if (!(said instanceof AdmissionDecision.Admitted admitted) || !reinvocation.isNeeded()) {
                return Completion.of(said);
            }
            reinvocation.beginSecondRound();
            return ask(0, first.withObject(admitted.object()), true);
        });
    }

    /** Has the plugins judge the object. */
    public Completion<AdmissionDecision> validate(AdmissionRequest request) {
        return ask(0, request, false);
    }

    /** Has the plugins change and judge what needs no validation in between, such as a deletion. */
    public Completion<AdmissionDecision> admit(AdmissionRequest request) {
        if (!concernsAnybody(request)) {
            return Completion.of(new AdmissionDecision.Admitted(request.object()));
        }
        return mutate(request)
                .then(said -> said instanceof AdmissionDecision.Admitted admitted
                        ? validate(request.withObject(admitted.object()))
                        : Completion.of(said));
    }

    private Completion<AdmissionDecision> ask(int first, AdmissionRequest request, boolean mutating) {
        for (int i = first; i < plugins.size(); i++) {
            NamedPlugin named = plugins.get(i);
            if (named.plugin().handles(request)) {
                int next = i + 1;
                long asked = context.now();
                Completion<AdmissionDecision> verdict = named.ask(request, mutating);
                return verdict.then(said -> {
                    if (context.tracesDetails()) {
                        named.traced(request, said, context.now() - asked).ifPresent(context::trace);
                    }
                    return said instanceof AdmissionDecision.Admitted admitted
                            ? ask(next, request.withObject(admitted.object()), mutating)
                            : Completion.of(said);
                });
            }
        }
        return Completion.of(new AdmissionDecision.Admitted(request.object()));
    }
}
