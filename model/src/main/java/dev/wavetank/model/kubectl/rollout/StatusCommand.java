package dev.wavetank.model.kubectl.rollout;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.Subscription;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code rollout status}: prints the state of a rollout at each change of its object until it is complete, has failed,
 * or {@code --timeout} is over.
 */
public final class StatusCommand implements Command {

    private final Session session;
    private final List<ResourceArguments.Target> targets;
    private final boolean watches;
    private final long revision;
    private final long timeout;

    /** Checks the command line. */
    public StatusCommand(Session session) {
        this.session = session;
        this.targets = session.targets(session.line().arguments());
        this.watches = session.line().value(Flag.WATCH).orElse("true").equals("true");
        this.revision = session.line().number(Flag.REVISION).orElse(0);
        this.timeout = session.line().span(Flag.TIMEOUT);
        if (revision < 0) {
            throw new UsageException("revision must be a positive integer: " + revision);
        }
    }

    @Override
    public Completion<Boolean> run() {
        return Command.inOrder(targets, this::follow);
    }

    private Completion<Boolean> follow(ResourceArguments.Target target) {
        return session.read(target).then(found -> {
            if (found.isEmpty()) {
                return Completion.of(false);
            }
            Following following = new Following(target, found.get());
            if (timeout > 0) {
                session.pause(timeout).whenDone(over -> following.end("error: timed out waiting for the condition"));
            }
            following.list();
            return following.ended;
        });
    }

    /** One rollout that is being followed. */
    private final class Following implements StreamReceiver<WatchEvent> {

        private final ResourceArguments.Target target;
        private final String namespace;
        private final ApiRequest.Selection selection;
        private final Completion<Boolean> ended = new Completion<>();
        private @Nullable Subscription watch;

        private Following(ResourceArguments.Target target, KubernetesObject object) {
            this.target = target;
            this.namespace = object.key().namespace();
            this.selection = new ApiRequest.Selection(
                    new LabelSelector(null, null), Collections.singletonMap("metadata.name", target.name()));
        }

        private void list() {
            session.send(new ApiRequest.List(target.resource(), namespace, selection))
                    .whenDone(response -> {
                        if (response instanceof ApiResponse.Many many) {
                            many.items().forEach(this::show);
                            if (!ended.isDone()) {
                                watch = session.watch(target.resource(), selection, many.revision(), this);
                            }
                        } else {
                            session.fail(response, "");
                            end("");
                        }
                    });
        }

        @Override
        public void receive(WatchEvent event) {
            if (ended.isDone() || event.object() == null || !isMine(event.object())) {
                return;
            }
            if (event.type() == WatchEvent.Type.DELETED) {
                end("error: object has been deleted");
            } else if (event.type() == WatchEvent.Type.ADDED || event.type() == WatchEvent.Type.MODIFIED) {
                show(event.object());
            }
        }

        private boolean isMine(KubernetesObject object) {
            return object.key().namespace().equals(namespace)
                    && target.name().equals(object.metadata().name());
        }

        private void show(KubernetesObject object) {
            try {
                StatusText.Line line = StatusText.of(target.resource().plural(), session.fields(object), revision);
                session.print(line.text());
                if (line.done() || !watches) {
                    end("");
                }
            } catch (UsageException failed) {
                end("error: " + failed.getMessage());
            }
        }

        private void end(String error) {
            if (ended.isDone()) {
                return;
            }
            if (watch != null) {
                watch.close();
            }
            if (!error.isEmpty()) {
                session.fail(error);
            }
            ended.complete(error.isEmpty());
        }

        @Override
        public void closed(Disconnect reason) {
            if (!ended.isDone()) {
                list();
            }
        }
    }
}
