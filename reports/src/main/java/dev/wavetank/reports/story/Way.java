package dev.wavetank.reports.story;

import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.trace.hop.CommandHop;
import dev.wavetank.model.trace.hop.SchedulerHop;
import dev.wavetank.model.trace.hop.Spent;
import dev.wavetank.sim.causality.Slice;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The records that led to an object as it was wanted, each the cause of the next.
 *
 * @param object kind and key, such as {@code pod/default/web-1}
 * @param steps in order, the last one about the object
 * @param resumed number of the step with which something else in the cluster let the object go on, after nothing more
 *     could be done for it; 0 when that did not happen
 * @param isCut whether earlier steps are missing, because the trace does not reach back so far
 */
public record Way(String object, List<TraceEntry> steps, long resumed, boolean isCut) {

    /** How many objects are named where one is missing. */
    private static final int NAMED = 12;

    /** Points that end the way of a pod, the best one first. */
    private static final List<Milestone.Point> GOALS = List.of(Milestone.Point.SEEN_READY, Milestone.Point.READY);

    /**
     * The way of an object; empty when the trace has nothing about it. Where no object has that name, it is the way of
     * the last one to come to its goal of those whose names begin so.
     *
     * @param object kind, or plural of the resource, and key; without a namespace {@code default} is looked at first,
     *     and then all others
     * @param trace consecutive entries, with details
     */
    public static Optional<Way> of(String object, List<TraceEntry> trace) {
        String name = qualified(object);
        Optional<Way> service = ServiceGoal.of(name, trace).map(goal -> ofService(name, goal, trace));
        if (service.isPresent()) {
            return service;
        }
        return goal(name, trace)
                .or(() -> lastOf(name, trace))
                .or(() -> lastBeginning(name, trace))
                .or(() -> lastElsewhere(object, trace))
                .map(goal -> {
                    Slice slice = Slice.of(goal.number(), trace);
                    return whole(found(goal, name), slice, trace);
                });
    }

    /** The object that a goal is about, of which the user may have named only the beginning. */
    private static String found(TraceEntry goal, String name) {
        if (goal.record() instanceof Milestone milestone) {
            return milestone.object();
        }
        String subject = goal.record().subject();
        return isAbout(subject, name) ? name : subject.replaceFirst("s/", "/");
    }

    /** A Service that was there before its pods goes on by what makes one of them ready; that has causes of its own. */
    private static Way ofService(String object, TraceEntry goal, List<TraceEntry> trace) {
        Slice slice = Slice.of(goal.number(), trace);
        List<TraceEntry> steps = slice.entries();
        Optional<TraceEntry> made =
                trace.stream().filter(entry -> isCreation(entry, object)).findFirst();
        if (made.isEmpty() || steps.contains(made.get()) || made.get().number() > goal.number()) {
            return new Way(object, steps, 0, slice.isCut());
        }
        long number = made.get().number();
        Slice before = Slice.of(number, trace);
        List<TraceEntry> later =
                steps.stream().filter(step -> step.number() > number).toList();
        List<TraceEntry> all = new ArrayList<>(before.entries());
        all.addAll(later);
        return new Way(object, all, later.get(0).number(), before.isCut());
    }

    /**
     * With what came before, when the object had come into being already: an unschedulable pod goes on by what makes
     * room for it, and that has causes of its own.
     */
    private static Way whole(String object, Slice slice, List<TraceEntry> trace) {
        List<TraceEntry> steps = slice.entries();
        if (slice.isCut() || steps.stream().anyMatch(step -> isCreation(step, object))) {
            return new Way(object, steps, 0, slice.isCut());
        }
        long resumed = steps.get(0).number();
        TraceEntry stop = null;
        for (TraceEntry entry : trace) {
            if (entry.number() >= resumed || stop != null && isRefusal(stop, object)) {
                break;
            }
            if (isCreation(entry, object)
                    || stop != null && isAbout(entry.record().subject(), object)) {
                stop = entry;
            }
        }
        if (stop == null) {
            return new Way(object, steps, 0, false);
        }
        Slice before = Slice.of(stop.number(), trace);
        List<TraceEntry> all = new ArrayList<>(before.entries());
        all.addAll(steps);
        return new Way(object, all, resumed, before.isCut());
    }

    /** What the time before the resumption was spent on: waiting, or work that a fault has undone. */
    Spent beforeResumption() {
        TraceEntry before = null;
        for (TraceEntry step : steps) {
            if (step.number() == resumed) {
                return before == null ? Spent.WORKING : between(before, step);
            }
            before = step;
        }
        return Spent.WORKING;
    }

    private Spent between(TraceEntry before, TraceEntry resumption) {
        boolean waits = before.record() instanceof SchedulerHop.Unschedulable
                || object.startsWith("service") && isCreation(before, object);
        if (waits) {
            return Spent.BLOCKED;
        }
        return resumption.record() instanceof CommandHop ? Spent.USER : Spent.WORKING;
    }

    private static boolean isCreation(TraceEntry entry, String object) {
        return entry.record() instanceof StoreTrace change
                && change.type().equals("store.added")
                && isAbout(change.subject(), object);
    }

    private static boolean isRefusal(TraceEntry entry, String object) {
        return entry.record() instanceof SchedulerHop.Unschedulable refusal && isAbout(refusal.subject(), object);
    }

    /** The pod that came to its goal first, of those that did. */
    public static Optional<String> firstPod(List<TraceEntry> trace) {
        for (Milestone.Point point : GOALS) {
            for (TraceEntry entry : trace) {
                if (entry.record() instanceof Milestone milestone && milestone.point() == point) {
                    return Optional.of(milestone.object());
                }
            }
        }
        return Optional.empty();
    }

    /** The objects that have a way, by kind and key, in words: of many the first, and how many more. */
    public static String objects(List<TraceEntry> trace) {
        Set<String> objects = new LinkedHashSet<>();
        for (TraceEntry entry : trace) {
            if (entry.record() instanceof Milestone milestone) {
                objects.add(milestone.object());
            }
        }
        return named(objects);
    }

    /** Objects in words: of many the first, and how many more. */
    public static String named(Collection<String> objects) {
        String first = objects.stream().limit(NAMED).collect(Collectors.joining(", "));
        return objects.size() <= NAMED ? first : first + ", and " + (objects.size() - NAMED) + " more";
    }

    private static String qualified(String object) {
        List<String> parts = new ArrayList<>(List.of(object.split("/")));
        if (parts.size() == 2
                && !parts.get(0).startsWith("node")
                && !parts.get(0).startsWith("namespace")) {
            parts.add(1, "default");
        }
        return String.join("/", parts);
    }

    private static Optional<TraceEntry> goal(String object, List<TraceEntry> trace) {
        for (Milestone.Point point : GOALS) {
            for (TraceEntry entry : trace) {
                if (entry.record() instanceof Milestone milestone
                        && milestone.point() == point
                        && isAbout(milestone.object(), object)) {
                    return Optional.of(entry);
                }
            }
        }
        return lastChange(object, trace);
    }

    private static Optional<TraceEntry> lastOf(String prefix, List<TraceEntry> trace) {
        TraceEntry last = null;
        for (TraceEntry entry : trace) {
            if (entry.record() instanceof Milestone milestone
                    && GOALS.contains(milestone.point())
                    && milestone.object().startsWith(prefix)) {
                last = entry;
            }
        }
        return Optional.ofNullable(last);
    }

    /** The last milestone of an object whose name begins so, of one that comes to no goal, such as a ReplicaSet. */
    private static Optional<TraceEntry> lastBeginning(String prefix, List<TraceEntry> trace) {
        TraceEntry last = null;
        for (TraceEntry entry : trace) {
            if (entry.record() instanceof Milestone milestone
                    && milestone.object().startsWith(prefix)) {
                last = entry;
            }
        }
        return Optional.ofNullable(last)
                .flatMap(milestone -> goal(milestone.record().subject(), trace));
    }

    /** The last one to come to its goal in any namespace, of those whose names begin so. */
    private static Optional<TraceEntry> lastElsewhere(String object, List<TraceEntry> trace) {
        String[] parts = object.split("/");
        TraceEntry last = null;
        for (TraceEntry entry : trace) {
            if (parts.length == 2
                    && entry.record() instanceof Milestone milestone
                    && GOALS.contains(milestone.point())
                    && milestone
                            .object()
                            .matches(Pattern.quote(parts[0]) + "/[^/]+/" + Pattern.quote(parts[1]) + ".*")) {
                last = entry;
            }
        }
        return Optional.ofNullable(last);
    }

    private static Optional<TraceEntry> lastChange(String object, List<TraceEntry> trace) {
        TraceEntry last = null;
        for (TraceEntry entry : trace) {
            if (entry.record() instanceof StoreTrace change && isAbout(change.subject(), object)) {
                last = entry;
            }
        }
        return Optional.ofNullable(last);
    }

    /** Milestones name kinds, changes name resources: {@code pod/default/web-1}, {@code pods/default/web-1}. */
    private static boolean isAbout(String subject, String object) {
        return subject.equals(object)
                || subject.equals(object.replaceFirst("/", "s/"))
                || subject.replaceFirst("s/", "/").equals(object);
    }
}
