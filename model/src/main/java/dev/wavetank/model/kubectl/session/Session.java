package dev.wavetank.model.kubectl.session;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.codec.NullValues;
import dev.wavetank.model.kubectl.config.ConfigChoice;
import dev.wavetank.model.kubectl.print.GoOrder;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.print.ObjectFormat;
import dev.wavetank.model.kubectl.print.ObjectNames;
import dev.wavetank.model.kubectl.server.CustomLookup;
import dev.wavetank.model.kubectl.server.ServerWrites;
import dev.wavetank.model.kubectl.server.WireForm;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.kubectl.syntax.VerbSyntax;
import dev.wavetank.model.kubectl.wire.KubectlResult;
import dev.wavetank.model.kubectl.wire.Output;
import dev.wavetank.model.schema.ServedKind;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** One running command: its arguments, its client, and its output. */
public final class Session {

    private final Invocation line;
    private final Map<String, String> files;
    private final CustomLookup server;
    private final SessionTools tools;
    private final String namespace;
    private final DryRun dryRun;
    private final String format;
    private final OutcomeFormat outcomes;
    private final FieldValidation validation;
    private final Output output;

    /** Checks the flags that every command has. */
    public Session(Invocation line, Map<String, String> files, CustomLookup server, SessionTools tools) {
        this.line = line;
        this.files = files;
        this.server = server;
        this.tools = tools;
        this.output = tools.output();
        this.namespace =
                line.value(Flag.NAMESPACE).filter(name -> !name.isEmpty()).orElse(tools.namespace());
        FileFlags.check(line);
        this.dryRun = DryRun.of(line, tools);
        this.format = line.value(Flag.OUTPUT).orElse("");
        if (line.value(Flag.RECORD).isPresent() && has(Feature.KUBECTL_RECORD_DEPRECATION)) {
            note("Flag --record has been deprecated, --record will be removed in the future");
        }
        this.validation = new FieldValidation(this);
        boolean writes = line.verb().hasFlag(Flag.DRY_RUN.name())
                || line.verb().hasFlag(Flag.FIELD_MANAGER.name())
                || line.verb() == VerbSyntax.CREATE_TOKEN
                || line.verb() == VerbSyntax.ROLLOUT_HISTORY && has(Feature.KUBECTL_HISTORY_OUTPUT);
        this.outcomes = writes ? OutcomeFormat.of(this) : OutcomeFormat.WORDS;
    }

    public Invocation line() {
        return line;
    }

    public SessionTools tools() {
        return tools;
    }

    /** The version of kubectl. */
    public KubernetesVersion version() {
        return tools.version();
    }

    /** Whether kubectl of this version has a feature. */
    public boolean has(Feature feature) {
        return tools.version().has(feature);
    }

    /** The user's namespace. */
    public String namespace() {
        return namespace;
    }

    /** An object that the command makes itself, as a manifest. */
    public Manifest generated(Map<String, Object> tree) {
        String apiVersion = String.valueOf(tree.get("apiVersion"));
        String kind = String.valueOf(tree.get("kind"));
        ServedKind served = tools.schema()
                .kind(apiVersion, kind)
                .orElseThrow(() ->
                        new UsageException("no matches for kind \"" + kind + "\" in version \"" + apiVersion + "\""));
        ResourceType resource =
                new ResourceType(served.group(), served.version(), kind, served.plural(), served.namespaced());
        return new Manifest("", null, resource, tools.codec().decode(tree));
    }

    /** Whether nothing is sent that would change something. */
    public boolean isDryRun() {
        return dryRun == DryRun.CLIENT || isLocal();
    }

    /** Whether nothing is read but files. */
    public boolean isLocal() {
        return line.isOn(Flag.LOCAL);
    }

    /** Whether nothing shall change, neither here nor at the server. */
    public boolean changesNothing() {
        return dryRun != DryRun.NONE || isLocal();
    }

    public String format() {
        return format;
    }

    /** Reads the arguments that name types and objects. */
    public ResourceArguments resources() {
        return new ResourceArguments(tools.schema(), server.kinds());
    }

    /** Whether something has failed so far. */
    public boolean hasFailed() {
        return output.hasFailed();
    }

    /** The objects that arguments name. */
    public List<ResourceArguments.Target> targets(List<String> arguments) {
        return resources().targets(arguments);
    }

    /** The namespace that requests for this resource name: the user's, or none. */
    public String namespaceFor(ResourceType resource) {
        return resource.namespaced() ? namespace : "";
    }

    /** Done after that many nanoseconds. */
    public Completion<Boolean> pause(long nanos) {
        Completion<Boolean> over = new Completion<>();
        tools.pause().accept(nanos, () -> over.complete(true));
        return over;
    }

    /** Sends a request; a write with the options that follow from the flags. */
    public Completion<ApiResponse> send(ApiRequest request) {
        return line.isOn(Flag.RECORD) ? new ChangeCause(line).send(request, this::transmit) : transmit(request);
    }

    private Completion<ApiResponse> transmit(ApiRequest request) {
        List<String> options = new ArrayList<>();
        line.value(Flag.FIELD_MANAGER)
                .or(() -> validation.isWarnedOf(request) ? Optional.of("kubectl-patch") : Optional.empty())
                .ifPresent(manager -> options.add("fieldManager=" + manager));
        boolean reads = request instanceof ApiRequest.Get || request instanceof ApiRequest.List;
        return dryRun != DryRun.SERVER && options.isEmpty() || reads
                ? server.send(NullValues.decoded(tools.schema(), tools.codec(), request))
                : send(request, options);
    }

    /**
     * Sends a write with options.
     *
     * @param options parts of the query, such as {@code force=true}
     */
    public Completion<ApiResponse> send(ApiRequest request, List<String> options) {
        List<String> all = new ArrayList<>(options);
        if (dryRun == DryRun.SERVER) {
            all.add(WireForm.DRY_RUN_ALL);
        }
        return new ServerWrites(tools.rest(), tools.codec()).send(request, all);
    }

    /** Sends a write with a text as its body, whatever it is. */
    public Completion<ApiResponse> sendText(ApiRequest request, String text) {
        return new ServerWrites(tools.rest(), tools.codec()).sendText(request, List.of(), text);
    }

    /** Opens a watch of what is selected, from a revision on. */
    public Subscription watch(
            ResourceType resource, ApiRequest.Selection selection, long revision, StreamReceiver<WatchEvent> receiver) {
        return server.watch(resource, selection, revision, receiver);
    }

    /** Reads an object that the user has named; empty, with the server's error printed, when that fails. */
    public Completion<Optional<KubernetesObject>> read(ResourceArguments.Target target) {
        ResourceType resource = target.resource();
        return send(new ApiRequest.Get(resource, namespaceFor(resource), target.name()))
                .map(response -> {
                    if (response instanceof ApiResponse.One found) {
                        return Optional.of(found.object());
                    }
                    fail(response, "");
                    return Optional.empty();
                });
    }

    /**
     * Patches an object and prints the outcome; in a dry run only prints.
     *
     * @param type media type of the patch, which is a JSON tree
     * @param outcome such as {@code paused}
     */
    public Completion<Boolean> patch(
            ResourceType resource, KubernetesObject object, String type, Object patch, String outcome) {
        if (isDryRun()) {
            printLocal(resource, tools.codec().decode(LocalPatch.apply(this, type, patch, object)), outcome);
            return Completion.of(true);
        }
        ApiRequest request = new ApiRequest.Patch(
                resource,
                object.key().namespace(),
                object.metadata().name(),
                "",
                new ApiRequest.Change.Document(type, patch));
        return send(request).map(response -> {
            if (response instanceof ApiResponse.One changed) {
                print(resource, changed.object(), outcome);
                return true;
            }
            return fail(response, "");
        });
    }

    /** The fields of an object. */
    public ObjectFields fields(KubernetesObject object) {
        return new ObjectFields(tools.codec().encode(object));
    }

    /**
     * The objects of all files of the command line that can be read, each in its namespace. What stands against the
     * others is printed when the command ends.
     *
     * @throws UsageException when none can be read
     */
    public List<Manifest> manifests() {
        return new ManifestFiles(this, server.kinds()).read();
    }

    /** What has fields that nobody knows, of the objects that were read. */
    public FieldValidation validation() {
        return validation;
    }

    /** The names of the files that a name stands for: itself, or those of a directory. */
    List<String> files(String name) {
        return FileFlags.named(line, name, files);
    }

    /** The names of the files that stand in a directory; none for a file. */
    public List<String> filesIn(String directory) {
        return FileFlags.in(ConfigChoice.atHome(directory), files);
    }

    /** The text of a file. */
    public String file(String name) {
        String text = files.getOrDefault(name, files.get(ConfigChoice.atHome(name)));
        if (text == null) {
            throw new UsageException("the path \"" + name + "\" does not exist");
        }
        return text;
    }

    /** Prints the result for an object, in the requested output format. */
    public void print(ResourceType resource, KubernetesObject object, String outcome) {
        print(resource, object, outcome, false, () -> tools.codec().encode(object));
    }

    /** Prints the result for an object that the command holds as a struct of Go, in the requested output format. */
    public void printTyped(ResourceType resource, KubernetesObject object, String outcome) {
        print(resource, object, outcome, true, () -> tools.codec().encode(object));
    }

    /** Prints what a command has made of an object without the server; those of {@code set} hold structs of Go. */
    public void printLocal(ResourceType resource, KubernetesObject object, String outcome) {
        if (isLocal() && line.verb().words().startsWith("set ")) {
            printGenerated(new Manifest("", null, resource, object), outcome);
        } else {
            print(resource, object, outcome);
        }
    }

    /** Prints the result for an object that the command itself has made, in the requested output format. */
    public void printGenerated(Manifest made, String outcome) {
        print(made.resource(), made.object(), outcome, true, () -> GeneratedForm.of(this, made.object()));
    }

    private void print(
            ResourceType resource,
            KubernetesObject of,
            String outcome,
            boolean typed,
            Supplier<Map<String, Object>> object) {
        String name = of.metadata().name();
        if (outcomes.isName()) {
            print(nameOf(resource, name));
        } else if (outcomes.isWords()) {
            print(named(resource, name) + " " + outcome + dryRunMark());
        } else {
            output.print(outcomes.isYaml() && output.hasText() ? "---\n" : "");
            Map<String, Object> tree = object.get();
            printed(outcomes.print(typed ? new GoOrder(tools.schema()).of(of, tree) : tree, typed));
        }
    }

    /** Prints an object in the form that it was given, and what went wrong with that. */
    public void printed(ObjectFormat.Printed printed) {
        output.print(printed.text());
        if (!printed.error().isEmpty()) {
            output.refuse(printed.error());
        }
    }

    /** Prints text as it is. */
    public void printText(String text) {
        output.print(text);
    }

    /** Prints a line. */
    public void print(String text) {
        output.print(text + "\n");
    }

    /** The suffix of every outcome in a dry run. */
    public String dryRunMark() {
        return dryRun.mark();
    }

    /** Prints a warning. */
    public void warn(String text) {
        output.note("Warning: " + text);
    }

    /** Prints a line on the standard error stream. */
    public void note(String text) {
        output.note(text);
    }

    /** Prints an error; the command may continue with other objects, but fails. */
    public void fail(String text) {
        output.fail(text);
    }

    /** What is said when nothing is found, in the user's namespace or everywhere. */
    public String nothingFound(boolean everywhere) {
        if (!has(Feature.KUBECTL_NOTHING_IN_NAMESPACE)) {
            return "No resources found.";
        }
        return "No resources found" + (everywhere ? "" : " in " + namespace + " namespace.");
    }

    /** Ends the command with this exit code, without a further word. */
    public void endWith(int code) {
        output.endWith(code);
    }

    /** Prints the server's error, or that there was no response; returns whether to continue. */
    public boolean fail(ApiResponse response, String doing) {
        fail(tools.errors().text(response, doing));
        return !(response instanceof ApiResponse.Unreachable);
    }

    public KubectlResult result() {
        return output.result();
    }

    /** An object as {@code -o name} prints it: {@code deployments/web} before v1.11. */
    public String nameOf(ResourceType resource, String name) {
        return has(Feature.KUBECTL_TYPE_SLASH_NAME)
                ? ObjectNames.fullName(resource, name)
                : resource.plural() + "/" + name;
    }

    /** A type as messages of this version name it: without its group before v1.11. */
    public String type(ResourceType resource) {
        return has(Feature.KUBECTL_TYPE_SLASH_NAME)
                ? ObjectNames.typeName(resource)
                : resource.kind().toLowerCase(Locale.ROOT);
    }

    /** An object as messages of this version name it: {@code deployment "web"} before v1.11. */
    private String named(ResourceType resource, String name) {
        return has(Feature.KUBECTL_TYPE_SLASH_NAME)
                ? ObjectNames.fullName(resource, name)
                : type(resource) + " \"" + name + "\"";
    }
}
