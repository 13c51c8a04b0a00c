package dev.wavetank.model.kubectl.describe;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.subject.Description;
import dev.wavetank.model.kubectl.describe.subject.Lookup;
import dev.wavetank.model.kubectl.describe.subject.Reading;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.server.ListFailure;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * {@code describe}: finds the objects, then reads each again with what belongs to it (kubectl,
 * pkg/cmd/describe/describe.go, v1.32).
 */
public final class DescribeCommand implements Command {

    private static final int CHUNK = 500;

    private final Session session;
    private final Lookup lookup;
    private final List<Selection> selections;
    private final boolean showsEvents;
    private final List<Selection> found = new ArrayList<>();
    private final List<ApiResponse> errors = new ArrayList<>();
    private boolean printed;

    /** Checks the command line. */
    public DescribeCommand(Session session) {
        this.session = session;
        this.lookup = new Lookup(session, session.line().number(Flag.CHUNK_SIZE).orElse(CHUNK));
        this.selections = Selection.of(session);
        this.showsEvents = session.line().value(Flag.SHOW_EVENTS).orElse("true").equals("true");
    }

    @Override
    public Completion<Boolean> run() {
        return Command.inOrder(selections, this::find).then(reached -> {
            if (isPrefix()) {
                return matching();
            }
            return Command.inOrder(found, one -> describe(one, "\n\n", "")).map(all -> {
                boolean complete =
                        errors.stream().map(error -> session.fail(error, "")).reduce(true, Boolean::logicalAnd);
                if (found.isEmpty() && errors.isEmpty()) {
                    boolean everywhere = session.line().isOn(Flag.ALL_NAMESPACES);
                    session.note(session.nothingFound(everywhere));
                }
                return reached && all && complete;
            });
        });
    }

    /** Whether the only name is none of an object, so that it may be the beginning of several. */
    private boolean isPrefix() {
        return session.line().arguments().size() == 2
                && errors.size() == 1
                && errors.get(0) instanceof ApiResponse.Failed failed
                && failed.status().is(StatusReason.NOT_FOUND);
    }

    private Completion<Boolean> find(Selection selection) {
        if (!selection.isRead()) {
            found.add(selection);
            return Completion.of(true);
        }
        String path = Lookup.path(selection.resource(), selection.namespace());
        if (selection.name().isEmpty()) {
            return lookup.list(path, Lookup.Query.labels(selection.labels())).map(list -> {
                list.items()
                        .forEach(item -> found.add(
                                selection.named(item.text("metadata.namespace"), item.text("metadata.name"))));
                return list.error()
                        .map(error -> keep(ListFailure.told(
                                session.version(), error, selection.resource(), selection.labels(), "")))
                        .orElse(true);
            });
        }
        return lookup.get(path + "/" + selection.name()).then(object -> {
            if (object.isFound()) {
                found.add(selection.named(selection.namespace(), selection.name()));
            }
            return object.isMissing() ? withoutNamespace(selection, object) : Completion.of(keep(object));
        });
    }

    /** What is missing may be the whole namespace; the real command does not ask about {@code default}. */
    private Completion<Boolean> withoutNamespace(Selection selection, Reading object) {
        if (selection.namespace().isEmpty() || selection.namespace().equals("default")) {
            return Completion.of(keep(object));
        }
        return lookup.get("/api/v1/namespaces/" + selection.namespace())
                .map(namespace -> keep(namespace.isMissing() ? namespace : object));
    }

    private boolean keep(Reading reading) {
        return reading.error().map(this::keep).orElse(true);
    }

    /** Keeps an error, once; returns whether the server is there. */
    private boolean keep(ApiResponse error) {
        if (!errors.contains(error)) {
            errors.add(error);
        }
        return !(error instanceof ApiResponse.Unreachable);
    }

    /** Describes the objects whose names begin with the only name. */
    private Completion<Boolean> matching() {
        List<String> words = session.line().arguments();
        List<ApiResponse> original = List.copyOf(errors);
        errors.clear();
        found.clear();
        List<Selection> all = Selection.all(session, words.get(0), "", false);
        return Command.inOrder(all, this::find).then(reached -> {
            List<Selection> matching = found.stream()
                    .filter(one -> one.name().startsWith(words.get(1)))
                    .toList();
            if (matching.isEmpty() && errors.isEmpty()) {
                errors.addAll(original);
            }
            return Command.inOrder(matching, one -> describe(one, "", "\n")).map(described -> {
                errors.forEach(error -> session.fail(error, ""));
                return reached && described;
            });
        });
    }

    private Completion<Boolean> describe(Selection one, String between, String after) {
        return read(paths(one)).then(object -> {
            if (!object.isFound()) {
                return withoutObject(one, object, between, after);
            }
            Subject subject = subject(one, object.tree());
            return Describers.of(one.resource())
                    .describe(subject)
                    .map(description -> print(description, between, after));
        });
    }

    private Subject subject(Selection one, ObjectFields fields) {
        return new Subject(one.resource(), fields, lookup, new Page(), showsEvents);
    }

    private boolean print(Description description, String between, String after) {
        if (description.error().isPresent()) {
            return keep(description.error().get());
        }
        session.printText((printed ? between : "") + description.text() + after);
        printed = true;
        return true;
    }

    /** Of a pod that is gone there may be Events still (kubectl, pkg/describe/describe.go, PodDescriber). */
    private Completion<Boolean> withoutObject(Selection one, Reading object, String between, String after) {
        boolean isSilent =
                object.error().filter(ApiResponse.Failed.class::isInstance).isEmpty();
        if (isSilent || !showsEvents || !one.resource().kind().equals("Pod")) {
            return Completion.of(keep(object));
        }
        String selector = "involvedObject.name=" + one.name() + ",involvedObject.namespace=" + one.namespace();
        String path = "/api/v1/namespaces/" + one.namespace() + "/events";
        return lookup.list(path, new Lookup.Query(selector, "")).map(events -> {
            if (events.items().isEmpty()) {
                return keep(object);
            }
            Subject pod = subject(one, new ObjectFields(Collections.emptyMap()));
            pod.page().line(0, "Pod '" + one.name() + "': error '" + object.message() + "', but found events.");
            return print(pod.done(Optional.of(events.items())), between, after);
        });
    }

    /** Reads the first of several paths that has the object. */
    private Completion<Reading> read(List<String> paths) {
        return lookup.get(paths.get(0))
                .then(object -> object.isFound() || paths.size() == 1
                        ? Completion.of(object)
                        : read(paths.subList(1, paths.size())));
    }

    /** Autoscalers are read in the newest version that the command knows, then in the oldest. */
    private List<String> paths(Selection one) {
        String path = Lookup.path(one.resource(), one.namespace()) + "/" + one.name();
        if (!one.resource().kind().equals("HorizontalPodAutoscaler")
                || session.has(Feature.KUBECTL_DESCRIBE_CREATORS)) {
            return List.of(path);
        }
        String newest = session.has(Feature.KUBECTL_DESCRIBE_ACCOUNTS) ? "v2" : "v2beta2";
        return List.of(in(one, newest), in(one, "v1"));
    }

    private static String in(Selection one, String version) {
        ResourceType resource = one.resource();
        return Lookup.path(
                        new ResourceType(
                                resource.group(), version, resource.kind(), resource.plural(), resource.namespaced()),
                        one.namespace())
                + "/" + one.name();
    }
}
