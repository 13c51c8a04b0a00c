package dev.wavetank.model.kubectl.session;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.Subscription;
import java.util.Collections;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Follows one object by a list and a watch until it is as a command wants it, or the time is over. */
public final class ObjectWatch implements StreamReceiver<WatchEvent> {

    private final Session session;
    private final ObjectChoice.Named name;
    private final ApiRequest.Selection selection;
    private final Predicate<Optional<KubernetesObject>> check;
    private final Completion<End> ended = new Completion<>();
    private @Nullable Subscription watch;

    /** How it ended. */
    public enum End {
        /** The object is as wanted. */
        REACHED,
        TIMED_OUT,
        /** The server refused or was not reachable; its error is printed. */
        FAILED
    }

    private ObjectWatch(Session session, ObjectChoice.Named name, Predicate<Optional<KubernetesObject>> check) {
        this.session = session;
        this.name = name;
        this.check = check;
        this.selection = new ApiRequest.Selection(
                new LabelSelector(null, null), Collections.singletonMap("metadata.name", name.name()));
    }

    /**
     * Follows an object.
     *
     * @param nanos time-out; 0 for none
     * @param check whether the object is as wanted; sees no object while there is none
     */
    public static Completion<End> until(
            Session session, ObjectChoice.Named name, long nanos, Predicate<Optional<KubernetesObject>> check) {
        ObjectWatch watch = new ObjectWatch(session, name, check);
        if (nanos > 0) {
            session.pause(nanos).whenDone(over -> watch.end(End.TIMED_OUT));
        }
        watch.list();
        return watch.ended;
    }

    private void list() {
        session.send(new ApiRequest.List(name.resource(), name.namespace(), selection))
                .whenDone(response -> {
                    if (ended.isDone()) {
                        return;
                    }
                    if (response instanceof ApiResponse.Many many) {
                        show(many.items().stream().findFirst());
                        if (!ended.isDone()) {
                            watch = session.watch(name.resource(), selection, many.revision(), this);
                        }
                    } else {
                        session.fail(response, "");
                        end(End.FAILED);
                    }
                });
    }

    private void show(Optional<KubernetesObject> object) {
        if (check.test(object)) {
            end(End.REACHED);
        }
    }

    @Override
    public void receive(WatchEvent event) {
        if (ended.isDone() || event.object() == null || !isMine(event.object())) {
            return;
        }
        switch (event.type()) {
            case ADDED, MODIFIED -> show(Optional.of(event.object()));
            case DELETED -> show(Optional.empty());
            default -> {
                // Bookmarks and errors are not about the object.
            }
        }
    }

    private boolean isMine(KubernetesObject object) {
        return object.key().namespace().equals(name.namespace())
                && name.name().equals(object.metadata().name());
    }

    private void end(End how) {
        if (ended.isDone()) {
            return;
        }
        if (watch != null) {
            watch.close();
        }
        ended.complete(how);
    }

    @Override
    public void closed(Disconnect reason) {
        if (!ended.isDone()) {
            list();
        }
    }
}
