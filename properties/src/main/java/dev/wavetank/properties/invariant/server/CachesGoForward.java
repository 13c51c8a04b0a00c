package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.trace.RewindTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What an informer holds never goes back in time. An informer of v1.16 or before that lists again from another API
 * server, whose cache is behind, {@link KnownBehaviour#LISTS_THE_PAST goes back}.
 */
public final class CachesGoForward implements Invariant {

    private final boolean listsAnything;

    /** In a cluster of this version. */
    public CachesGoForward(KubernetesVersion version) {
        this.listsAnything = !version.has(Feature.RELIST_NOT_OLDER);
    }

    @Override
    public String name() {
        return "CachesGoForward";
    }

    @Override
    public String reason() {
        return "A controller that has acted on a state must not see an older one afterwards: it would do its"
                + " work again, or undo what it has done.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Kubernetes API Concepts, Resource versions",
                "staging/src/k8s.io/client-go/tools/cache/reflector.go (v1.32), ListAndWatch");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CACHES, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "What an informer holds never goes back in time.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(RewindTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof RewindTrace rewind) {
            String object =
                    "informer/" + entry.component() + "/" + rewind.resource().plural();
            String seen =
                    "had everything up to resourceVersion " + rewind.had() + ", and got a list of " + rewind.got();
            if (listsAnything) {
                outcomes.known(KnownBehaviour.LISTS_THE_PAST, this, object, seen);
            } else {
                outcomes.broken(this, object, seen);
            }
        }
    }
}
