package dev.wavetank.model.kubectl.session;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.Subscription;
import java.util.Collections;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Follows one object: lists it, then watches it, and lists it again when the watch has ended (client-go, {@code
 * UntilWithSync}).
 */
public final class ObjectWatch implements StreamReceiver<WatchEvent> {

    private final Session session;
    private final ObjectChoice.Named target;
    private final ApiRequest.Selection selection;
    private final Predicate<Optional<KubernetesObject>> reached;
    private final Completion<Boolean> ended = new Completion<>();
    private @Nullable Subscription watch;

    private ObjectWatch(Session session, ObjectChoice.Named target, Predicate<Optional<KubernetesObject>> reached) {
        this.session = session;
        this.target = target;
        this.selection = new ApiRequest.Selection(
                new LabelSelector(null, null), Collections.singletonMap("metadata.name", target.name()));
        this.reached = reached;
    }

    /**
     * Follows an object until a state of it is the last to be seen.
     *
     * @param timeout nanoseconds after which it ends anyway, with that error printed; 0 for never
     * @param late the error
     * @param reached sees each state, the present one first, empty when the object is gone; whether it was the last
     * @return done at the end, with whether the state was reached
     */
    public static Completion<Boolean> until(
            Session session,
            ResourceArguments.Target target,
            long timeout,
            String late,
            Predicate<Optional<KubernetesObject>> reached) {
        String namespace = session.namespaceFor(target.resource());
        ObjectChoice.Named name = new ObjectChoice.Named("", target.resource(), namespace, target.name());
        return until(session, name, timeout, late, reached);
    }

    /** The same for an object in a namespace of its own. */
    public static Completion<Boolean> until(
            Session session,
            ObjectChoice.Named target,
            long timeout,
            String late,
            Predicate<Optional<KubernetesObject>> reached) {
        ObjectWatch follow = new ObjectWatch(session, target, reached);
        if (timeout > 0) {
            session.pause(timeout).whenDone(over -> {
                if (!follow.ended.isDone()) {
                    session.fail(late);
                    follow.end(false);
                }
            });
        }
        follow.list();
        return follow.ended;
    }

    private void list() {
        session.send(new ApiRequest.List(target.resource(), target.namespace(), selection))
                .whenDone(response -> {
                    if (ended.isDone()) {
                        return;
                    }
                    if (response instanceof ApiResponse.Many many) {
                        show(many.items().stream().findFirst());
                        if (!ended.isDone()) {
                            watch = session.watch(target.resource(), selection, many.revision(), this);
                        }
                    } else {
                        session.fail(response, "");
                        end(false);
                    }
                });
    }

    @Override
    public void receive(WatchEvent event) {
        if (ended.isDone() || event.object() == null || !isMine(event.object())) {
            return;
        }
        switch (event.type()) {
            case DELETED -> show(Optional.empty());
            case ADDED, MODIFIED -> show(Optional.of(event.object()));
            case BOOKMARK, ERROR -> {}
        }
    }

    private boolean isMine(KubernetesObject object) {
        return object.key().namespace().equals(target.namespace())
                && target.name().equals(object.metadata().name());
    }

    private void show(Optional<KubernetesObject> object) {
        if (reached.test(object)) {
            end(true);
        }
    }

    private void end(boolean success) {
        if (watch != null) {
            watch.close();
        }
        ended.complete(success);
    }

    @Override
    public void closed(Disconnect reason) {
        if (!ended.isDone()) {
            list();
        }
    }
}
