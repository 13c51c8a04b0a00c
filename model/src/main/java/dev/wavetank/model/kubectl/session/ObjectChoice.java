package dev.wavetank.model.kubectl.session;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.kubectl.server.ListFailure;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The objects that a command line chooses: by name, by files, or by selectors and {@code --all}. */
public final class ObjectChoice {

    private final Session session;
    private final List<Named> named = new ArrayList<>();
    private final List<KubernetesObject> local = new ArrayList<>();
    private final List<ResourceType> listed = new ArrayList<>();
    private ApiRequest.Selection selection = ApiRequest.Selection.ALL;
    private int count;

    /**
     * One object by its name.
     *
     * @param source the file that names it, or empty
     */
    public record Named(String source, ResourceType resource, String namespace, String name) {}

    /**
     * Checks the arguments.
     *
     * @param arguments types and names
     */
    public ObjectChoice(Session session, List<String> arguments) {
        this.session = session;
        Invocation line = session.line();
        if (!line.list(Flag.FILENAME).isEmpty()) {
            inFiles(arguments);
            return;
        }
        boolean selects = line.value(Flag.SELECTOR).isPresent()
                || line.value(Flag.FIELD_SELECTOR).isPresent();
        boolean all = line.isOn(Flag.ALL);
        if (all && selects) {
            throw UsageException.afterOneLookup("setting 'all' parameter but found a non empty selector. ");
        }
        boolean combined = !arguments.isEmpty() && arguments.get(0).contains("/");
        if (combined || arguments.size() != 1 || !(all || selects)) {
            byName(arguments, all || selects, combined);
        } else {
            listed.addAll(session.resources().types(arguments.get(0)));
            selection = selection(
                    line.value(Flag.SELECTOR).orElse(""),
                    line.value(Flag.FIELD_SELECTOR).orElse(""));
        }
    }

    private void byName(List<String> arguments, boolean selects, boolean combined) {
        if (selects && combined) {
            throw new UsageException("selectors and the all flag cannot be used when passing resource/name arguments");
        }
        if (selects && !arguments.isEmpty()) {
            throw new UsageException("name cannot be provided when a selector is specified");
        }
        if (session.line().isOn(Flag.ALL_NAMESPACES)) {
            throw new UsageException("a resource cannot be retrieved by name across all namespaces");
        }
        for (ResourceArguments.Target target : session.targets(arguments)) {
            named.add(new Named("", target.resource(), session.namespaceFor(target.resource()), target.name()));
        }
    }

    private void inFiles(List<String> arguments) {
        if (!arguments.isEmpty()) {
            throw new UsageException(
                    "when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well");
        }
        for (Manifest manifest : session.manifests()) {
            String name = manifest.object().metadata().name();
            if (name == null) {
                throw new UsageException(
                        manifest.source() + ":" + manifest.position() + ": resource name may not be empty");
            }
            String namespace = manifest.object().key().namespace();
            named.add(new Named(manifest.source(), manifest.resource(), namespace, name));
            local.add(manifest.object());
        }
    }

    private static ApiRequest.Selection selection(String labels, String fields) {
        Map<String, String> equal = new LinkedHashMap<>();
        Map<String, List<String>> different = new LinkedHashMap<>();
        for (String part : fields.isEmpty() ? new String[0] : fields.split(",")) {
            String[] sides = part.split("[!=]=?", 2);
            if (sides.length < 2) {
                throw new UsageException("invalid field selector: \"" + fields + "\"; can't understand '" + part + "'");
            }
            if (part.contains("!=")) {
                different.computeIfAbsent(sides[0], field -> new ArrayList<>()).add(sides[1]);
            } else {
                equal.put(sides[0], sides[1]);
            }
        }
        return new ApiRequest.Selection(LabelSelector.parse(labels), equal).without(different);
    }

    /** Whether a selector or {@code --all} chooses, so that nobody knows the number of objects beforehand. */
    public boolean selects() {
        return !listed.isEmpty();
    }

    /** Whether more than one object may be chosen. */
    public boolean isSeveral() {
        return selects() || named.size() > 1;
    }

    /** How many objects were found so far. */
    public int count() {
        return count;
    }

    /** The objects that are chosen by name. */
    public List<Named> named() {
        return Collections.unmodifiableList(named);
    }

    /** The types of all objects. */
    public List<ResourceType> types() {
        return selects()
                ? Collections.unmodifiableList(listed)
                : named.stream().map(Named::resource).toList();
    }

    /** Acts on each object by its name, one after the other; reads only what selectors choose. */
    public Completion<Boolean> each(Function<Named, Completion<Boolean>> action) {
        if (!selects()) {
            return Command.inOrder(named, action);
        }
        return Command.inOrder(listed, type -> list(type, object -> action.apply(nameOf(type, object))));
    }

    /** Reads each object and acts on it, one after the other; prints the server's error where there is none. */
    public Completion<Boolean> eachRead(Step action) {
        if (selects()) {
            return Command.inOrder(listed, type -> list(type, object -> action.apply(nameOf(type, object), object)));
        }
        if (session.isLocal()) {
            return eachGiven(action);
        }
        return Command.inOrder(
                named,
                one -> session.send(new ApiRequest.Get(one.resource(), one.namespace(), one.name()))
                        .then(response -> {
                            if (response instanceof ApiResponse.One found) {
                                count++;
                                return action.apply(one, found.object());
                            }
                            return Completion.of(session.fail(response, ""));
                        }));
    }

    /** Acts on each object of the files as it stands there; reads only what is chosen otherwise. */
    public Completion<Boolean> eachGiven(Step action) {
        if (!local.isEmpty()) {
            Iterator<KubernetesObject> objects = local.iterator();
            return Command.inOrder(named, one -> action.apply(one, objects.next()));
        }
        return eachRead(action);
    }

    /** What a command does with an object that it has read. */
    @FunctionalInterface
    public interface Step {
        /** Acts; done with whether to continue with the next object. */
        Completion<Boolean> apply(Named name, KubernetesObject object);
    }

    private static Named nameOf(ResourceType type, KubernetesObject object) {
        return new Named("", type, object.key().namespace(), object.key().name());
    }

    private Completion<Boolean> list(ResourceType type, Function<KubernetesObject, Completion<Boolean>> action) {
        String namespace = session.line().isOn(Flag.ALL_NAMESPACES) ? "" : session.namespaceFor(type);
        return session.send(new ApiRequest.List(type, namespace, selection)).then(response -> {
            if (response instanceof ApiResponse.Many many) {
                count += many.items().size();
                return Command.inOrder(many.items(), action);
            }
            Invocation line = session.line();
            ApiResponse told = ListFailure.told(
                    session.version(),
                    response,
                    type,
                    line.value(Flag.SELECTOR).orElse(""),
                    line.value(Flag.FIELD_SELECTOR).orElse(""));
            return Completion.of(session.fail(told, ""));
        });
    }
}
