package dev.wavetank.cli;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.explore.Invariants;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Observers;
import dev.wavetank.sim.trace.TraceRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The records of a run by what distinguishes them, with how many invariants receive them. */
final class DocumentedRecords {

    private static final Path SCENARIO = Path.of("..", "examples", "storm.yaml");
    /** Rarer ones are summed up: less than a hundredth of all. */
    private static final int RARE = 100;

    private DocumentedRecords() {}

    static String table() {
        List<TraceRecord> all = records();
        Map<Class<?>, List<TraceRecord>> byType = new LinkedHashMap<>();
        all.forEach(record -> byType.computeIfAbsent(Observers.type(record), first -> new ArrayList<>())
                .add(record));
        List<List<TraceRecord>> kinds = new ArrayList<>(byType.values());
        kinds.sort((one, other) -> other.size() - one.size());
        List<Invariant> invariants = Invariants.ofNoRun();
        List<List<String>> rows = new ArrayList<>();
        int rare = 0;
        for (List<TraceRecord> kind : kinds) {
            if (kind.size() * RARE < all.size()) {
                rare += kind.size();
            } else {
                TraceRecord first = kind.get(0);
                long receivers = invariants.stream()
                        .filter(one -> Observers.isObserved(one, first))
                        .count();
                rows.add(List.of(name(Observers.type(first)), Integer.toString(kind.size()), Long.toString(receivers)));
            }
        }
        rows.add(List.of("all others", Integer.toString(rare), ""));
        rows.add(List.of("together", Integer.toString(all.size()), Integer.toString(invariants.size())));
        return DocumentedLists.table(List.of("record", "how many", "invariants that receive it"), rows);
    }

    private static String name(Class<?> type) {
        String name = "`" + type.getSimpleName() + "`";
        if (KubernetesObject.class.isAssignableFrom(type)) {
            return "changes of " + name;
        }
        if (ApiRequest.class.isAssignableFrom(type)) {
            return "requests " + name;
        }
        Class<?> outer = type.getEnclosingClass();
        return outer == null ? name : "`" + outer.getSimpleName() + "." + type.getSimpleName() + "`";
    }

    private static List<TraceRecord> records() {
        try {
            Scenario scenario = ScenarioCodec.read(SCENARIO.toString(), Files.readString(SCENARIO));
            List<TraceRecord> records = new ArrayList<>();
            ScenarioRun.of(scenario, 1, ClusterParts.DEFAULT, List.of(entry -> records.add(entry.record())));
            return records;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
