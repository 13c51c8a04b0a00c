package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.QosClass;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.nodefit.ResourceFit.Insufficient;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The pods that a kubelet ends to admit a critical pod ({@code getPodsToPreempt}, pkg/kubelet/preemption/preemption.go
 * v1.20): as few guaranteed ones as possible, then as few burstable ones, then best-effort ones.
 *
 * @param pods in the order in which they are ended
 * @param error why no set of pods frees enough; empty when one does
 */
record Victims(List<Candidate> pods, String error) {

    /** A pod on the node, and what it requests. */
    record Candidate(Pod pod, ResourceAmounts requests) {

        private long of(String resource) {
            return switch (resource) {
                case "pods" -> 1;
                case "cpu" -> requests.milliCpu();
                case "memory" -> requests.memory();
                default -> requests.other().getOrDefault(resource, 0L);
            };
        }

        /** Whether it requests less memory or, with the same memory, not more cpu ({@code smallerResourceRequest}). */
        private boolean isSmallerThan(Candidate other) {
            return of("memory") == other.of("memory")
                    ? of("cpu") <= other.of("cpu")
                    : of("memory") < other.of("memory");
        }
    }

    private record Need(String resource, long amount) {

        private static Need of(Insufficient lack) {
            return new Need(lack.resource(), lack.requested() - (lack.capacity() - lack.used()));
        }
    }

    /** The victims of a critical pod that lacks these resources. */
    static Victims of(Pod preemptor, List<Candidate> pods, List<Insufficient> lacking, Predicate<Pod> isCritical) {
        List<Need> needs = lacking.stream().map(Need::of).toList();
        List<Candidate> all = pods.stream()
                .filter(one -> isPreemptable(preemptor, one.pod(), isCritical))
                .toList();
        List<Need> unmet = without(needs, all);
        if (!unmet.isEmpty()) {
            return new Victims(List.of(), "no set of running pods found to reclaim resources: " + text(unmet));
        }
        List<Candidate> bestEffort = ofClass(all, QosClass.BEST_EFFORT);
        List<Candidate> burstable = ofClass(all, QosClass.BURSTABLE);
        List<Candidate> guaranteed =
                nearest(ofClass(all, QosClass.GUARANTEED), without(needs, joined(bestEffort, burstable)));
        burstable = nearest(burstable, without(needs, joined(bestEffort, guaranteed)));
        bestEffort = nearest(bestEffort, without(needs, joined(burstable, guaranteed)));
        return new Victims(joined(bestEffort, joined(burstable, guaranteed)), "");
    }

    /** {@code Preemptable}, pkg/kubelet/types/pod_update.go v1.20. */
    private static boolean isPreemptable(Pod preemptor, Pod pod, Predicate<Pod> isCritical) {
        Integer own = preemptor.spec().priority();
        Integer other = pod.spec().priority();
        return !isCritical.test(pod) || own != null && other != null && own > other;
    }

    private static List<Candidate> ofClass(List<Candidate> pods, QosClass wanted) {
        return pods.stream().filter(one -> QosClass.of(one.pod()) == wanted).toList();
    }

    private static List<Candidate> joined(List<Candidate> first, List<Candidate> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** What is needed still when these pods are gone. */
    private static List<Need> without(List<Need> needs, List<Candidate> gone) {
        List<Need> rest = new ArrayList<>(needs.size());
        for (Need need : needs) {
            long freed = gone.stream().mapToLong(one -> one.of(need.resource())).sum();
            if (need.amount() > freed) {
                rest.add(new Need(need.resource(), need.amount() - freed));
            }
        }
        return rest;
    }

    /**
     * One pod after the other, each the nearest to what is still needed, and of equally near ones the smallest ({@code
     * getPodsToPreemptByDistance}); of equals the last. The last pod takes the place of a chosen one, as there.
     */
    private static List<Candidate> nearest(List<Candidate> pods, List<Need> needs) {
        List<Candidate> left = new ArrayList<>(pods);
        List<Candidate> chosen = new ArrayList<>();
        List<Need> rest = needs;
        while (!rest.isEmpty()) {
            int best = 0;
            for (int i = 1; i < left.size(); i++) {
                double distance = distance(rest, left.get(i));
                double shortest = distance(rest, left.get(best));
                if (distance < shortest || distance == shortest && left.get(i).isSmallerThan(left.get(best))) {
                    best = i;
                }
            }
            Candidate next = left.get(best);
            rest = without(rest, List.of(next));
            chosen.add(next);
            left.set(best, left.get(left.size() - 1));
            left.remove(left.size() - 1);
        }
        return chosen;
    }

    /** The sum of the squares of the shares that would still be needed without the pod. */
    private static double distance(List<Need> needs, Candidate pod) {
        double sum = 0;
        for (Need need : needs) {
            double share = (double) Math.max(0, need.amount() - pod.of(need.resource())) / need.amount();
            sum += share * share;
        }
        return sum;
    }

    private static String text(List<Need> needs) {
        StringBuilder text = new StringBuilder("[");
        needs.forEach(need -> text.append("(res: ")
                .append(need.resource())
                .append(", q: ")
                .append(need.amount())
                .append("), "));
        return text.append("]").toString();
    }
}
