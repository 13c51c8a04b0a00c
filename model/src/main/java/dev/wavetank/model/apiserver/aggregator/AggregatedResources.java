package dev.wavetank.model.apiserver.aggregator;

import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.apiserver.resource.ServedResources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a server serves, with what others serve behind it.
 *
 * @param own what it serves itself
 * @param apis what others serve
 */
public record AggregatedResources(ServedResources own, List<AggregatedApi> apis) implements ServedResources {

    /** Keeps a copy. */
    public AggregatedResources {
        apis = List.copyOf(apis);
    }

    @Override
    public Optional<ServedResource> find(String group, String version, String name) {
        return own.find(group, version, name)
                .or(() -> served().stream()
                        .filter(served -> served.type().group().equals(group)
                                && served.type().version().equals(version)
                                && served.name().equals(name))
                        .findFirst());
    }

    @Override
    public List<ServedResource> all() {
        if (apis.isEmpty()) {
            return own.all();
        }
        List<ServedResource> all = new ArrayList<>(own.all());
        all.addAll(served());
        return all;
    }

    @Override
    public List<String> groups() {
        if (apis.isEmpty()) {
            return own.groups();
        }
        List<String> groups = new ArrayList<>(own.groups());
        served().stream().map(served -> served.type().group()).distinct().forEach(groups::add);
        return groups;
    }

    @Override
    public boolean hasGroup(String group) {
        return own.hasGroup(group) || apis.stream().anyMatch(api -> api.serves(group));
    }

    @Override
    public boolean hasKind(String apiVersion, String kind) {
        return own.hasKind(apiVersion, kind) || !apis.isEmpty() && ServedResources.super.hasKind(apiVersion, kind);
    }

    private List<ServedResource> served() {
        return apis.stream().flatMap(api -> api.resources().stream()).toList();
    }

    @Override
    public Optional<Map<String, Object>> definedSchema(ServedResource served) {
        return own.definedSchema(served);
    }
}
