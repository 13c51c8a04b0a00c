package dev.wavetank.model.scheduler.preemption;

import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.Extender;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks the extenders that have a say about the candidates, one after the other ({@code callExtenders}). */
final class ExtenderChoice {

    private final List<Extender> extenders;
    private final PodInfo pod;
    private final CycleState state;

    /**
     * A choice for one attempt.
     *
     * @param state of the attempt, which keeps the extenders that fail and may
     */
    ExtenderChoice(List<Extender> extenders, PodInfo pod, CycleState state) {
        this.extenders = extenders;
        this.pod = pod;
        this.state = state;
    }

    /**
     * What they leave.
     *
     * @param candidates with the victims that they want
     * @param error why one of them failed; null when none has
     */
    record Left(List<Candidate> candidates, @Nullable String error) {}

    Completion<Left> of(List<Candidate> candidates) {
        Completion<Left> last = Completion.of(new Left(candidates, null));
        for (Extender extender : extenders) {
            if (extender.preempts() && extender.isInterested(pod)) {
                last = last.then(
                        left -> left.error() != null || left.candidates().isEmpty()
                                ? Completion.of(left)
                                : ask(extender, left));
            }
        }
        return last;
    }

    private Completion<Left> ask(Extender extender, Left before) {
        Map<NodeInfo, Extender.Victims> victims = new LinkedHashMap<>();
        for (Candidate candidate : before.candidates()) {
            victims.put(candidate.node(), new Extender.Victims(candidate.victims(), candidate.violations()));
        }
        return extender.preempt(pod, victims).map(answer -> {
            String error = answer.error();
            if (error == null) {
                return left(extender, answer.victims());
            }
            if (!extender.isIgnorable()) {
                return new Left(List.of(), error);
            }
            IgnoredExtenders.add(state, new IgnoredExtenders.Failure(extender.name(), error));
            return before;
        });
    }

    private static Left left(Extender extender, Map<NodeInfo, Extender.Victims> answer) {
        Map<NodeInfo, Extender.Victims> victims = new LinkedHashMap<>(answer);
        for (Iterator<Map.Entry<NodeInfo, Extender.Victims>> each =
                        victims.entrySet().iterator();
                each.hasNext(); ) {
            Map.Entry<NodeInfo, Extender.Victims> entry = each.next();
            if (entry.getValue().pods().isEmpty()) {
                if (!extender.isIgnorable()) {
                    return new Left(
                            List.of(),
                            "expected at least one victim pod on node \""
                                    + entry.getKey().name() + "\"");
                }
                each.remove();
            }
        }
        List<Candidate> candidates = new ArrayList<>();
        victims.forEach((node, ofNode) -> candidates.add(new Candidate(node, ofNode.pods(), ofNode.violations())));
        return new Left(candidates, null);
    }
}
