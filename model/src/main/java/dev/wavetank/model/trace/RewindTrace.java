package dev.wavetank.model.trace;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.sim.trace.TraceRecord;

/**
 * An informer has got a list that is older than what it had.
 *
 * @param resource what it lists
 * @param had the revision up to which it had everything
 * @param got the revision of the list
 */
public record RewindTrace(ResourceType resource, long had, long got) implements TraceRecord {

    @Override
    public String type() {
        return "cache.rewound";
    }

    @Override
    public String subject() {
        return resource.plural();
    }

    @Override
    public void describe(Fields out) {
        out.text("resource", resource.plural()).number("had", had).number("got", got);
    }
}
