package dev.wavetank.model.kubectl.get;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.print.ObjectNames;
import dev.wavetank.model.kubectl.server.Answers;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.network.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code get}: one request for each resource, or for each object that is named. */
public final class GetCommand implements Command {

    static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,"
            + "application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json";

    static final int CHUNK = 500;

    private final Session session;
    private final List<Selected> selections;
    private final OutputFormat format;
    private final Selected.Options options;
    private final Optional<Sorting> sorting;
    private final List<ObjectFields> found = new ArrayList<>();
    private final CompletedPods completed;
    private boolean printed;

    /** Checks the command line. */
    public static Command of(Session session) {
        OutputFormat format = OutputFormat.of(session);
        List<Selected> selections = selections(session);
        Invocation line = session.line();
        if (line.isOn(Flag.SHOW_LABELS) && !format.isTable()) {
            throw new UsageException("--show-labels option cannot be used with " + session.format() + " printer");
        }
        boolean watches = line.isOn(Flag.WATCH) || line.isOn(Flag.WATCH_ONLY);
        if (line.isOn(Flag.OUTPUT_WATCH_EVENTS) && !watches) {
            throw new UsageException("--output-watch-events option can only be used with --watch or --watch-only");
        }
        boolean bulk = selections.stream().anyMatch(selected -> selected.name().isEmpty());
        if (bulk && line.value(Flag.SUBRESOURCE).isPresent()) {
            throw new UsageException("subresource cannot be used when bulk resources are specified");
        }
        return watches ? new GetWatch(session, selections, format) : new GetCommand(session, selections, format);
    }

    private GetCommand(Session session, List<Selected> selections, OutputFormat format) {
        this.session = session;
        this.format = format;
        this.selections = selections;
        this.sorting = session.line().value(Flag.SORT_BY).map(Sorting::by);
        int chunk = chunk(session);
        // What is sorted is read at once.
        this.completed = CompletedPods.of(session, selections);
        this.options = new Selected.Options(
                sorting.isPresent() ? 0 : chunk,
                (sorting.isPresent() || completed.areHidden()) && format.isTable(),
                session.line().value(Flag.SUBRESOURCE).orElse(""));
    }

    /** Most objects of a page; 0 for all at once. */
    static int chunk(Session session) {
        int usual = session.has(Feature.KUBECTL_PAGES) ? CHUNK : 0;
        return session.line().number(Flag.CHUNK_SIZE).orElse(usual);
    }

    private static List<Selected> selections(Session session) {
        Invocation line = session.line();
        ResourceArguments arguments = session.resources();
        boolean everywhere = line.isOn(Flag.ALL_NAMESPACES);
        String labels = line.value(Flag.SELECTOR).orElse("");
        String fields = line.value(Flag.FIELD_SELECTOR).orElse("");
        List<String> words = line.arguments();
        List<Selected> selections = new ArrayList<>();
        if (!words.isEmpty() && !line.list(Flag.FILENAME).isEmpty()) {
            throw new UsageException(
                    "when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well");
        }
        if (!line.list(Flag.FILENAME).isEmpty()) {
            for (Manifest manifest : session.manifests()) {
                String name = String.valueOf(manifest.object().metadata().name());
                selections.add(new Selected(
                        manifest.resource(), manifest.object().key().namespace(), name, "", ""));
            }
            return selections;
        }
        if (words.isEmpty()) {
            session.note(
                    "You must specify the type of resource to get. Use \"kubectl api-resources\" for a complete list"
                            + " of supported resources.\n");
            throw new UsageException(
                    "Required resource not specified.\nUse \"kubectl explain <resource>\" for a detailed"
                            + " description of that resource (e.g. kubectl explain pods).\n"
                            + "See 'kubectl get -h' for help and examples");
        }
        if (words.get(0).contains("/") || words.size() > 1) {
            if (!labels.isEmpty() || !fields.isEmpty()) {
                throw new UsageException(
                        words.get(0).contains("/")
                                ? "selectors and the all flag cannot be used when passing resource/name arguments"
                                : "name cannot be provided when a selector is specified");
            }
            if (everywhere) {
                throw new UsageException("a resource cannot be retrieved by name across all namespaces");
            }
            for (ResourceArguments.Target target : arguments.targets(words)) {
                String namespace = session.namespaceFor(target.resource());
                selections.add(new Selected(target.resource(), namespace, target.name(), "", ""));
            }
            return selections;
        }
        for (ResourceType resource : arguments.types(words.get(0))) {
            String namespace = everywhere ? "" : session.namespaceFor(resource);
            selections.add(new Selected(resource, namespace, "", labels, fields));
        }
        return selections;
    }

    @Override
    public Completion<Boolean> run() {
        return Command.inOrder(selections, this::get).map(reached -> {
            try {
                finish();
                return reached;
            } catch (UsageException mistake) {
                session.fail("error: " + mistake.getMessage());
                return false;
            }
        });
    }

    private Completion<Boolean> get(Selected selected) {
        return get(selected, "", new ArrayList<>());
    }

    /** Reads page after page, and prints what all of them have. */
    private Completion<Boolean> get(Selected selected, String token, List<Object> earlier) {
        String accept = format.isTable() ? TABLE : "application/json";
        return session.tools()
                .rest()
                .get(selected.target(options, token), accept)
                .then(reply -> {
                    if (!(reply instanceof Reply.Answer<HttpResponse> answer)) {
                        Reply.Lost<HttpResponse> lost = (Reply.Lost<HttpResponse>) reply;
                        return Completion.of(session.fail(new ApiResponse.Unreachable(lost.reason()), ""));
                    }
                    if (answer.value().code() >= 400 && !answer.value().body().startsWith("{")) {
                        String name = selected.name().isEmpty() ? "" : " " + selected.name();
                        Status plain = Answers.plain(
                                answer.value(), selected.resource().qualified() + name);
                        return Completion.of(fail(selected, plain));
                    }
                    ObjectFields tree = new ObjectFields(
                            session.tools().codec().tree(answer.value().body()));
                    if (answer.value().code() >= 400) {
                        return Completion.of(fail(selected, tree));
                    }
                    String parts = format.isTable() ? "rows" : "items";
                    if (selected.name().isEmpty() && tree.value(parts) instanceof List<?> page) {
                        earlier.addAll(page);
                        tree.tree().put(parts, earlier);
                        String next = tree.text("metadata.continue");
                        if (!next.isEmpty()) {
                            return get(selected, next, earlier);
                        }
                    }
                    if (format.isTable()) {
                        try {
                            table(selected, tree);
                        } catch (UsageException mistake) {
                            session.fail("error: " + mistake.getMessage());
                        }
                    } else {
                        take(selected, tree);
                    }
                    return Completion.of(true);
                });
    }

    private boolean fail(Selected selected, ObjectFields status) {
        boolean missing = status.text("reason").equals("NotFound");
        if (missing && session.line().isOn(Flag.IGNORE_NOT_FOUND)) {
            return true;
        }
        return fail(
                selected,
                Status.reported((int) status.number("code"), status.text("reason"), status.text("message"), null));
    }

    private boolean fail(Selected selected, Status status) {
        return session.fail(selected.told(session.version(), new ApiResponse.Failed(status)), "");
    }

    private void table(Selected selected, ObjectFields table) {
        if (completed.areHidden()) {
            completed.hide(selected, table);
        }
        if (table.list("rows").isEmpty()) {
            return;
        }
        if (printed && isFirstOf(selected)) {
            session.print("");
        }
        boolean several = selections.stream().map(Selected::resource).distinct().count() > 1
                || session.line().isOn(Flag.SHOW_KIND);
        String prefix = several ? typePrefix(session, selected.resource()) : "";
        boolean headers = !session.line().isOn(Flag.NO_HEADERS) && isFirstOf(selected);
        sorting.ifPresent(order -> order.sortRows(table));
        List<String> lines = new TableText(format.style(session, headers, prefix)).lines(table, session.version());
        lines.forEach(session::print);
        printed = true;
    }

    /** What stands before the names in a table of several types. */
    static String typePrefix(Session session, ResourceType resource) {
        if (session.has(Feature.KUBECTL_TABLES_NAME_TYPES)) {
            return ObjectNames.typeName(resource) + "/";
        }
        return session.tools().schema().named(resource.plural()).stream()
                        .flatMap(kind -> kind.shortNames().stream())
                        .findFirst()
                        .orElse(resource.plural())
                + "/";
    }

    /** Objects of one resource that are named stand in one table. */
    private boolean isFirstOf(Selected selected) {
        int index = selections.indexOf(selected);
        return index == 0 || !selections.get(index - 1).resource().equals(selected.resource());
    }

    private void take(Selected selected, ObjectFields tree) {
        if (selected.name().isEmpty()) {
            String kind = selected.resource().kind();
            tree.list("items").forEach(item -> {
                item.tree().putIfAbsent("apiVersion", selected.resource().apiVersion());
                item.tree().putIfAbsent("kind", kind);
                found.add(item);
            });
        } else {
            found.add(tree);
        }
    }

    private void finish() {
        boolean single = selections.size() == 1 && !selections.get(0).name().isEmpty();
        if (!format.isTable()) {
            sorting.ifPresent(order -> order.sort(found));
            if (!(single && found.isEmpty())) {
                format.print(session, found, single);
            }
        } else if (!printed && selections.stream().allMatch(one -> one.name().isEmpty())) {
            nothing();
        }
    }

    private void nothing() {
        if (session.line().isOn(Flag.IGNORE_NOT_FOUND) || session.hasFailed()) {
            return;
        }
        boolean everywhere = selections.stream().allMatch(one -> one.namespace().isEmpty());
        session.note(completed.hasHidden() ? CompletedPods.ONLY : session.nothingFound(everywhere));
    }
}
