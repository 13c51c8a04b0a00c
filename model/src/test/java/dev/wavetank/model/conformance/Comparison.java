package dev.wavetank.model.conformance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares a simulated run with a recorded one by the rules that hold in every run.
 *
 * <p>Requests: between two actions of the users every component sends the same requests, answered with the same
 * codes; requests that run in parallel may come in any order. The sizes of ReplicaSets come in order, or, where it is
 * a race how many pods become available between two syncs, by {@link RollingInvariant}. Conflicts, and how many
 * writes a status needs, are races and left out here: {@link WriteCountsGoldenTest}. Texts: the conditions of every
 * kind of object in the order in which they first appear, the Events and their counts, the refusals, and the fields
 * of the final objects.
 */
final class Comparison {

    private final Observed recorded;
    private final Observed simulated;
    private final boolean byInvariant;
    private final Tally requests = new Tally();
    private final Tally texts = new Tally();

    /**
     * Compares.
     *
     * @param byInvariant whether the sizes of a rolling update of ten replicas are judged by the invariant of roll-outs
     */
    Comparison(Observed recorded, Observed simulated, boolean byInvariant) {
        this.recorded = recorded;
        this.simulated = simulated;
        this.byInvariant = byInvariant;
        compareRequests();
        compareTexts();
    }

    Tally requests() {
        return requests;
    }

    Tally texts() {
        return texts;
    }

    int unequal() {
        return requests.unequal() + texts.unequal();
    }

    /** The times at which users act, those that act within 300 ms together, or within a second where a race is cut. */
    private List<Double> phases() {
        double together = byInvariant ? 1_000 : 300;
        List<Double> starts = new ArrayList<>(List.of(Double.NEGATIVE_INFINITY));
        double last = Double.NEGATIVE_INFINITY;
        for (Sent sent : recorded.requests()) {
            if (sent.isUsers()) {
                if (sent.millis() - last > together) {
                    starts.add(sent.millis());
                }
                last = sent.millis();
            }
        }
        starts.add(Double.POSITIVE_INFINITY);
        return starts;
    }

    private void compareRequests() {
        List<Double> phases = phases();
        for (int i = 0; i + 1 < phases.size(); i++) {
            double from = phases.get(i);
            double until = phases.get(i + 1);
            String where = "phase " + i;
            requests.unordered(where, lines(recorded, from, until), lines(simulated, from, until));
            if (!byInvariant) {
                requests.ordered(where, sizes(recorded, from, until), sizes(simulated, from, until));
            }
        }
        if (byInvariant) {
            judge(recorded);
            judge(simulated);
            requests.unordered("last sizes", lastSizes(recorded), lastSizes(simulated));
        }
    }

    private void judge(Observed run) {
        RollingInvariant invariant = RollingInvariant.judge(run, 10, 3, 2);
        requests.judged(invariant.steps(), invariant.broken());
    }

    private static List<String> lastSizes(Observed run) {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        run.requests().stream().filter(Sent::isSize).forEach(sent -> sizes.put(sent.name(), sent.replicas()));
        return sizes.entrySet().stream()
                .map(size -> run.normalised(size.getKey()) + "=" + size.getValue())
                .toList();
    }

    private static List<String> lines(Observed run, double from, double until) {
        return run.requests().stream()
                .filter(sent -> sent.millis() >= from && sent.millis() < until)
                .filter(sent -> !sent.isStatus() && !sent.isConflict() && !sent.isSize() || sent.isUsers())
                .map(sent -> run.normalised(sent.by() + " " + sent.verb() + " " + sent.resource() + " ")
                        + run.normalised(sent.name()) + " " + sent.code()
                        + (sent.policy() == null || sent.isUsers() ? "" : " " + sent.policy()))
                .toList();
    }

    private static List<String> sizes(Observed run, double from, double until) {
        return run.requests().stream()
                .filter(sent -> sent.millis() >= from && sent.millis() < until)
                .filter(sent -> sent.isSize() && !sent.isUsers())
                .map(sent -> sent.verb() + " " + run.normalised(sent.name()) + "=" + sent.replicas())
                .toList();
    }

    private void compareTexts() {
        for (String resource : List.of("deployments/status", "replicasets/status")) {
            texts.ordered(resource, conditions(recorded, resource), conditions(simulated, resource));
        }
        texts.unordered("event", events(recorded), events(simulated));
        texts.unordered("refusal", refusals(recorded), refusals(simulated));
        recorded.finals().forEach((name, objects) -> {
            List<Map<String, Object>> others = simulated.finals().getOrDefault(name, List.of());
            texts.unordered(name, leaves(recorded, objects), leaves(simulated, others));
        });
    }

    /** Every step has its Event, those beyond ten share one: by invariant their sizes and numbers are not compared. */
    private List<String> events(Observed run) {
        if (!byInvariant) {
            return run.events();
        }
        return run.events().stream()
                .map(event -> event.contains("ScalingReplicaSet")
                        ? event.replaceAll(" x[0-9]+ ", " ").replaceAll("Scaled (up|down) .*", "Scaled")
                        : event)
                .distinct()
                .toList();
    }

    /** The conditions that the writes of a kind of object brought, each when it was new. */
    private static List<String> conditions(Observed run, String resource) {
        Map<String, List<String>> last = new LinkedHashMap<>();
        List<String> found = new ArrayList<>();
        for (Sent sent : run.requests()) {
            if (sent.resource().equals(resource) && sent.code() < 300 && !sent.isUsers()) {
                List<String> before = last.getOrDefault(sent.name(), List.of());
                for (String condition : sent.conditions()) {
                    if (!before.contains(condition)) {
                        found.add(run.normalised(condition));
                    }
                }
                last.put(sent.name(), sent.conditions());
            }
        }
        return found;
    }

    private static List<String> refusals(Observed run) {
        return run.requests().stream()
                .filter(sent -> sent.message() != null && !sent.isConflict())
                .map(sent -> run.normalised(sent.message()))
                .toList();
    }

    private List<String> leaves(Observed run, List<Map<String, Object>> objects) {
        List<String> found = new ArrayList<>();
        for (Map<String, Object> object : objects) {
            String name = ((Map<?, ?>) object.get("metadata")).get("name").toString();
            leaves(run, run.normalised(name), object, found);
        }
        return found;
    }

    private void leaves(Observed run, String path, Object value, List<String> found) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, field) -> {
                if (!isOfTheRun(path, name.toString())) {
                    leaves(run, path + "." + name, field, found);
                }
            });
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                leaves(run, path + "[" + i + "]", list.get(i), found);
            }
        } else {
            found.add(path + "=" + run.normalised(String.valueOf(value)));
        }
    }

    /** What differs from run to run; items of a list do not say what they are. */
    private boolean isOfTheRun(String path, String field) {
        if (path.indexOf('.') < 0 && (field.equals("apiVersion") || field.equals("kind"))) {
            return true;
        }
        return switch (field) {
            case "generation", "observedGeneration" -> byInvariant && path.startsWith("SET");
            case "uid",
                    "resourceVersion",
                    "creationTimestamp",
                    "managedFields",
                    "lastUpdateTime",
                    "lastTransitionTime",
                    "namespace" -> true;
            default -> false;
        };
    }
}
