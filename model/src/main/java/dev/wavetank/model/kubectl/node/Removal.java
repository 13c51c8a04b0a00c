package dev.wavetank.model.kubectl.node;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.gotext.GoDuration;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Removes pods of a node, by eviction or deletion, and waits until they are gone. An eviction that a budget forbids is
 * tried again every five seconds, until the time that a flag gives is over, and without the flag for ever.
 */
final class Removal {

    private static final long RETRY = 5 * VirtualTime.SECOND;

    /** How often the end of an evicted pod is checked. */
    private static final long POLL = VirtualTime.SECOND;

    private final Session session;
    private final boolean evicts;
    private final long timeout;
    private final List<String> late = new ArrayList<>();
    private Optional<Instant> end = Optional.empty();

    Removal(Session session) {
        this.session = session;
        this.evicts = !session.line().isOn(Flag.DISABLE_EVICTION);
        this.timeout = session.line().span(Flag.TIMEOUT);
    }

    /** Begins with the pods of one more node. */
    void begin() {
        late.clear();
        end = timeout <= 0
                ? Optional.empty()
                : Optional.of(session.tools().clock().get().plusNanos(timeout));
    }

    /** What did not end in time; empty when all did. */
    String late() {
        return late.size() > 1 ? "[" + String.join(", ", late) + "]" : String.join("", late);
    }

    private boolean isLate() {
        return end.filter(limit -> !session.tools().clock().get().isBefore(limit))
                .isPresent();
    }

    private Completion<Boolean> late(String doing) {
        late.add(doing + ": global timeout reached: " + GoDuration.text(timeout));
        return Completion.of(false);
    }

    /** What is printed before a pod is removed. */
    String announcement(Pod pod) {
        return (evicts ? "evicting pod " : "deleting pod ") + pod.key();
    }

    /** Removes a pod; done with whether it is gone. */
    Completion<Boolean> of(Pod pod) {
        return evicts ? evict(pod) : delete(pod);
    }

    private Optional<Integer> grace() {
        return session.line().number(Flag.GRACE_PERIOD).filter(seconds -> seconds >= 0);
    }

    private Completion<Boolean> delete(Pod pod) {
        Long seconds = grace().map(Integer::longValue).orElse(null);
        ApiRequest.DeleteOptions options = new ApiRequest.DeleteOptions(seconds, null, null);
        return session.send(new ApiRequest.Delete(
                        Resources.PODS, pod.key().namespace(), pod.key().name(), options))
                .then(response -> response.isSuccess() || response.failedWith(StatusReason.NOT_FOUND)
                        ? whenGone(pod)
                        : Completion.of(session.fail(response, "")));
    }

    private Completion<Boolean> evict(Pod pod) {
        session.print(announcement(pod));
        Map<String, Object> fields = new LinkedHashMap<>();
        grace().ifPresent(seconds -> {
            Map<String, Object> options = new LinkedHashMap<>();
            options.put("gracePeriodSeconds", seconds.longValue());
            fields.put("deleteOptions", options);
        });
        ObjectMeta metadata = ObjectMeta.named(pod.key().namespace(), pod.key().name());
        return session.send(new ApiRequest.Create(
                        Resources.PODS,
                        pod.key().namespace(),
                        pod.key().name(),
                        "eviction",
                        new GenericObject(policyVersion(), "Eviction", metadata, fields)))
                .then(response -> {
                    if (response.isSuccess()) {
                        return whenGone(pod);
                    }
                    if (response.failedWith(StatusReason.NOT_FOUND)) {
                        return Completion.of(true);
                    }
                    String about = "error when evicting pods/\"" + pod.key().name() + "\" -n \""
                            + pod.key().namespace() + "\"";
                    if (response.failedWith(StatusReason.TOO_MANY_REQUESTS)) {
                        session.note(about + " (will retry after 5s): "
                                + ((ApiResponse.Failed) response).status().message());
                        return session.pause(RETRY).then(over -> isLate() ? late(about) : evict(pod));
                    }
                    session.fail(response, about);
                    return Completion.of(false);
                });
    }

    /** The version of evictions that the server prefers: that of budgets. */
    private String policyVersion() {
        return session.tools().schema().named("poddisruptionbudgets").get(0).apiVersion();
    }

    /** Another pod of the same name is not the one that was removed. */
    private Completion<Boolean> whenGone(Pod pod) {
        return session.send(new ApiRequest.Get(
                        Resources.PODS, pod.key().namespace(), pod.key().name()))
                .then(response -> {
                    boolean gone = response.failedWith(StatusReason.NOT_FOUND)
                            || response instanceof ApiResponse.One one
                                    && !one.object().uid().equals(pod.uid());
                    if (gone) {
                        session.print("pod/" + pod.key().name() + (evicts ? " evicted" : " deleted"));
                        return Completion.of(true);
                    }
                    String about = "error when waiting for pod \"" + pod.key().name() + "\" terminating";
                    return isLate() ? late(about) : session.pause(POLL).then(over -> whenGone(pod));
                });
    }
}
