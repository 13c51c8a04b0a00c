package dev.wavetank.model.scenario;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.random.RandomStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A kind of fault, described for people.
 *
 * @param kind its name in a fault plan
 * @param meaning what it does, in one sentence
 * @param example a clause of a fault plan in YAML's flow style, with all fields of the kind; empty when the cluster has
 *     nothing that a fault of this kind could hit
 */
public record FaultDescription(String kind, String meaning, String example) {

    private static final String TABLE = "faults.txt";
    private static final long BEGIN = 2 * VirtualTime.SECOND;
    private static final long DURATION = 10 * VirtualTime.SECOND;

    /** All kinds, in the order of {@link FaultSampler#allKinds}; the cluster decides the targets of the examples. */
    public static List<FaultDescription> all(ClusterSpec cluster) {
        Map<String, String> meanings = Meanings.read(FaultDescription.class, TABLE);
        return FaultSampler.allKinds().stream()
                .map(kind -> new FaultDescription(kind, meanings.getOrDefault(kind, ""), example(kind, cluster)))
                .toList();
    }

    private static String example(String kind, ClusterSpec cluster) {
        // A stream of its own for each kind: a new kind does not change the examples of the others.
        Optional<Fault> fault = FaultSampler.drawOne(kind, cluster, RandomStream.of(1, "example/" + kind));
        return fault.map(drawn -> ModelKinds.CODEC.writeClause(
                        new FaultClause(new Trigger.At(BEGIN), drawn.isInstant() ? 0 : DURATION, drawn)))
                .map(FaultDescription::flow)
                .orElse("");
    }

    private static String flow(Map<String, Object> clause) {
        return clause.entrySet().stream()
                .map(field -> field.getKey() + ": " + value(field.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String value(Object value) {
        return value instanceof String text && (text.isEmpty() || text.contains("*")) ? '"' + text + '"' : value + "";
    }
}
