package dev.wavetank.model.conformance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Times of a run that the rules of the controllers decide, and not the speed of nodes.
 */
final class Timings {

    private static final String REPLICASET = "replicaset-controller";
    private static final String DEPLOYMENT = "deployment-controller";
    private static final String COLLECTOR = "generic-garbage-collector";

    /** A reaction to an event: a few requests, each some milliseconds long on the recorded machine. */
    private static final double REACTION = 80;

    private static final int BURST = 30;

    private final Observed run;
    private final Map<String, Timing> found = new LinkedHashMap<>();

    /**
     * A time.
     *
     * @param millis how long it took
     * @param band by how much another run may differ
     */
    record Timing(double millis, double band) {}

    private Timings(Observed run) {
        this.run = run;
    }

    static Map<String, Timing> of(String scenario, Observed run) {
        Timings timings = new Timings(run);
        switch (scenario) {
            case "01-create-deployment" -> {
                timings.reaction("ReplicaSet after Deployment", user(0), by(DEPLOYMENT, "create", "replicasets"));
                timings.reaction("first pod", user(0), by(REPLICASET, "create", "pods"));
            }
            case "02-slowstart-r50-q0" -> timings.backOff();
            case "02-slowstart-r50-q10" -> timings.lastAttempt();
            case "02-slowstart-r500-noquota" -> {
                timings.burst("create");
                timings.pace("create", 50);
            }
            case "03d-progress-deadline" ->
                timings.time(
                        "deadline",
                        user(1),
                        sent -> sent.conditions().stream().anyMatch(text -> text.contains("ProgressDeadlineExceeded")),
                        1_100);
            case "04a-delete-background" -> {
                timings.reaction("ReplicaSet after Deployment", user(1), by(COLLECTOR, "delete", "replicasets"));
                timings.reaction("first pod", user(1), by(COLLECTOR, "delete", "pods"));
            }
            case "04a-delete-foreground" ->
                timings.reaction("late ReplicaSet", user(1), by(COLLECTOR, "delete", "replicasets"));
            case "04a-delete-orphan" -> {
                timings.reaction("late ReplicaSet", user(1), by(COLLECTOR, "patch", "replicasets"));
                timings.reaction("first pod", user(2), by(COLLECTOR, "patch", "pods"));
            }
            case "04b-adoption" -> {
                timings.reaction("adoption", user(0), by(REPLICASET, "patch", "pods"));
                timings.reaction("release", user(1), by(REPLICASET, "patch", "pods"));
                timings.reaction("replacement", user(1), by(REPLICASET, "create", "pods"));
            }
            case "08c-scaledown-burst" -> {
                timings.pace("create", 10);
                timings.burst("delete");
                timings.pace("delete", 10);
            }
            case "11b-drift-repair" -> {
                timings.reaction("pods for a size by hand", user(1), by(REPLICASET, "create", "pods"));
                timings.reaction("size put back", user(1), by(DEPLOYMENT, "update", "replicasets"));
                timings.reaction("ReplicaSet made again", user(2), by(DEPLOYMENT, "create", "replicasets"));
                timings.reaction("pods collected", user(2), by(COLLECTOR, "delete", "pods"));
                timings.reaction("ReplicaSet adopted", user(5), by(DEPLOYMENT, "patch", "replicasets"));
            }
            default -> {}
        }
        return timings.found;
    }

    /** Picks the action of a user with that number, from 0. */
    private static int user(int number) {
        return number;
    }

    private static Predicate<Sent> by(String component, String verb, String resource) {
        return sent -> sent.by().equals(component)
                && sent.verb().equals(verb)
                && sent.resource().equals(resource);
    }

    private void reaction(String what, int action, Predicate<Sent> which) {
        time(what, action, which, REACTION);
    }

    private void time(String what, int action, Predicate<Sent> which, double band) {
        double from = run.requests().stream()
                .filter(Sent::isUsers)
                .toList()
                .get(action)
                .millis();
        run.requests().stream()
                .filter(sent -> sent.millis() >= from && which.test(sent))
                .findFirst()
                .ifPresent(sent -> found.put(what, new Timing(sent.millis() - from, band)));
    }

    /** 5 ms, doubled with every failure; the first few are disturbed by the events of the status. */
    private void backOff() {
        List<Sent> attempts =
                run.requests().stream().filter(by(REPLICASET, "create", "pods")).toList();
        for (int i = 5; i < attempts.size(); i++) {
            double gap = attempts.get(i).millis() - attempts.get(i - 1).millis();
            found.put("gap " + i, new Timing(gap, 20 + 0.02 * gap));
        }
    }

    /**
     * The n-th failure asks for another attempt after 5 ms * 2^(n-1): the last attempt is one that no event woke. A
     * sync that writes a status waits for a token of its own first.
     */
    private void lastAttempt() {
        List<Double> failures = new ArrayList<>();
        List<Double> ends = new ArrayList<>();
        for (Sent sent : run.requests()) {
            boolean isFailure = by(REPLICASET, "create", "pods").test(sent) && sent.code() == 403;
            boolean isSameSync = failures.size() == 1 && sent.millis() - failures.get(0) < 15;
            if (isFailure && !isSameSync) {
                failures.add(sent.millis());
                ends.add(sent.millis());
            } else if (by(REPLICASET, "update", "replicasets/status").test(sent) && !ends.isEmpty()) {
                ends.set(ends.size() - 1, sent.millis());
            }
        }
        double last = failures.get(failures.size() - 1);
        double nearest = Double.MAX_VALUE;
        for (int n = 1; n < failures.size(); n++) {
            double wait = 5 * (1 << n - 1);
            nearest = Math.min(nearest, Math.abs(last - failures.get(n - 1) - wait));
            nearest = Math.min(nearest, Math.abs(last - ends.get(n - 1) - wait));
        }
        found.put("last attempt by back-off", new Timing(nearest, 60));
    }

    /** 20 requests a second, once a burst of at most 30 is over; how much of it is left is the past's matter. */
    private void pace(String verb, int step) {
        List<Sent> pods =
                run.requests().stream().filter(by(REPLICASET, verb, "pods")).toList();
        for (int i = BURST + step; i <= pods.size(); i += step) {
            double since = pods.get(i - 1).millis() - pods.get(i - step - 1).millis();
            found.put(verb + " " + (i - step) + " to " + i, new Timing(since, 150));
        }
    }

    /** The first 30 are not held up, when the controller was idle before. */
    private void burst(String verb) {
        List<Sent> pods =
                run.requests().stream().filter(by(REPLICASET, verb, "pods")).toList();
        double took = pods.get(BURST - 4).millis() - pods.get(0).millis();
        found.put("burst of " + verb, new Timing(took, 150));
    }
}
