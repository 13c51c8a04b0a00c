package dev.wavetank.model.trace;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.sim.trace.TraceRecord;

/**
 * A controller skips the sync of an object, because a cache of its does not show yet what the controller itself wrote:
 * what the metric {@code stale_sync_skips_total} of Kubernetes 1.36 counts.
 *
 * @param controller user agent of the controller
 * @param owners the resource that it syncs
 * @param owner the object whose sync is skipped
 * @param cache what the cache holds, such as {@code pods}
 * @param read the revision up to which the cache is complete
 * @param wrote the newest revision that the controller wrote for the object
 */
public record StaleSyncTrace(
        String controller, ResourceType owners, ObjectKey owner, String cache, long read, long wrote)
        implements TraceRecord {

    @Override
    public String type() {
        return "sync.stale";
    }

    @Override
    public String subject() {
        return owners.plural() + "/" + owner;
    }

    @Override
    public void describe(Fields out) {
        out.text("controller", controller)
                .text("object", owner.toString())
                .text("cache", cache)
                .number("read", read)
                .number("wrote", wrote);
    }
}
