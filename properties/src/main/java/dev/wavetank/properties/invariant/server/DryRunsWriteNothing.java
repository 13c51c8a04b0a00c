package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A request with {@code dryRun=All} changes nothing.
 *
 * <p>Users and tools ask what a change would do to clusters that others depend on (API concepts, "Dry-run", v1.32). An
 * answer is compared with the changes that it may follow from.
 */
public final class DryRunsWriteNothing implements Invariant {

    private static final int REMEMBERED = 64;

    private final Deque<Change> changes = new ArrayDeque<>();

    /** One of the latest changes: its number in the trace, and when it was made. */
    private record Change(long number, long at) {}

    @Override
    public String name() {
        return "DryRunsWriteNothing";
    }

    @Override
    public String reason() {
        return "Users and tools ask with a dry run what a change would do to clusters that others depend on.";
    }

    @Override
    public List<String> sources() {
        return List.of("Kubernetes documentation v1.32, Kubernetes API Concepts, Dry-run");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A request that is a dry run changes no object.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return List.of(
                Pod.class,
                Deployment.class,
                ConfigMap.class,
                ApiRequest.Create.class,
                ApiRequest.Update.class,
                ApiRequest.Patch.class,
                ApiRequest.Delete.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change && isJudged(change.object())) {
            changes.addFirst(new Change(entry.number(), entry.time()));
            if (changes.size() > REMEMBERED) {
                changes.removeLast();
            }
        } else if (entry.record() instanceof RequestTrace request
                && request.isDryRun()
                && changes.stream()
                        .anyMatch(change -> change.number() == entry.cause() && change.at() >= request.received())) {
            outcomes.broken(
                    this,
                    request.subject(),
                    "was changed by a dry run (" + request.verb() + ") of "
                            + request.call().userAgent());
        }
    }

    private static boolean isJudged(KubernetesObject object) {
        return object instanceof Pod || object instanceof Deployment || object instanceof ConfigMap;
    }
}
