package dev.wavetank.model.kubectl.set;

import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.print.ObjectNames;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** {@code set env}: sets, removes and lists variables of containers (kubectl/pkg/cmd/set/set_env.go, v1.32). */
public final class EnvCommand implements Command {

    private static final String NAME = "[-._a-zA-Z][-._a-zA-Z0-9]*";

    private final Session session;
    private final Invocation line;
    private final ObjectChoice choice;
    private final EnvArguments arguments;
    /** Further variables, which refer to a ConfigMap or a Secret. */
    private final Map<String, Map<String, Object>> referring = new LinkedHashMap<>();

    /** Checks the command line. */
    public EnvCommand(Session session) {
        this.session = session;
        this.line = session.line();
        this.arguments = EnvArguments.of(line);
        if (arguments.resources().isEmpty() && line.list(Flag.FILENAME).isEmpty()) {
            throw new UsageException(
                    "one or more resources must be specified as <resource> <name> or <resource>/<name>");
        }
        if (line.isOn(Flag.LIST) && !session.format().isEmpty()) {
            throw new UsageException("--list and --output may not be specified together");
        }
        if (!line.list(Flag.KEYS).isEmpty() && line.value(Flag.FROM).isEmpty()) {
            throw new UsageException("when specifying --keys, a configmap or secret must be provided with --from");
        }
        if (line.isOn(Flag.RESOLVE)) {
            throw new UsageException("kubectl set env --resolve is not simulated");
        }
        arguments.values().keySet().forEach(EnvCommand::requireName);
        this.choice = new ObjectChoice(session, arguments.resources());
    }

    private static void requireName(String name) {
        if (!name.matches(NAME)) {
            throw new UsageException("\"" + name
                    + "\" is not a valid key name: a valid environment variable name must consist of alphabetic"
                    + " characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or"
                    + " 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '" + NAME + "')");
        }
    }

    @Override
    public Completion<Boolean> run() {
        String from = line.value(Flag.FROM).orElse("");
        if (from.isEmpty()) {
            return edit();
        }
        ResourceArguments.Target source = session.targets(List.of(from)).get(0);
        String plural = source.resource().plural();
        if (!List.of("configmaps", "secrets").contains(plural)) {
            throw new UsageException("unsupported resource specified in --from");
        }
        return session.read(source).then(found -> {
            found.ifPresent(object -> refer(source.name(), plural, session.fields(object)));
            return found.isPresent() ? edit() : Completion.of(false);
        });
    }

    /** One variable for each key of the source that is wanted. */
    private void refer(String name, String plural, ObjectFields source) {
        List<String> wanted = line.list(Flag.KEYS);
        for (String key : new TreeSet<>(source.map("data").keySet())) {
            if (wanted.isEmpty() || wanted.contains(key)) {
                Map<String, Object> selector = new LinkedHashMap<>();
                selector.put("key", key);
                selector.put("name", name);
                String kind = plural.equals("secrets") ? "secretKeyRef" : "configMapKeyRef";
                Map<String, Object> variable = new LinkedHashMap<>();
                String variableName =
                        prefixed(key.replaceAll("[^a-zA-Z0-9_]", "_").toUpperCase(Locale.ROOT));
                variable.put("name", variableName);
                variable.put("valueFrom", Collections.singletonMap(kind, selector));
                referring.put(variableName, variable);
            }
        }
    }

    private String prefixed(String name) {
        return line.value(Flag.PREFIX).orElse("") + name;
    }

    private Completion<Boolean> edit() {
        Map<String, Map<String, Object>> variables = new LinkedHashMap<>();
        arguments.values().forEach((name, value) -> {
            Map<String, Object> variable = new LinkedHashMap<>();
            variable.put("name", prefixed(name));
            variable.put("value", value);
            variables.put(prefixed(name), variable);
        });
        variables.putAll(referring);
        if (line.isOn(Flag.LIST)) {
            return choice.eachRead((name, object) -> {
                list(name, session.tools().codec().encode(object), variables);
                return Completion.of(true);
            });
        }
        return new ObjectEdit(session, "env updated", "failed to patch env update to pod template: ", false)
                .each(choice, (name, copy) -> change(name, copy, variables));
    }

    private void list(ObjectChoice.Named name, Map<String, Object> object, Map<String, Map<String, Object>> variables) {
        for (Map<String, Object> container : chosen(name, object)) {
            update(name, container, variables);
            session.print("# " + name.resource().kind() + " " + name.name() + ", container " + container.get("name"));
            for (ObjectFields variable : new ObjectFields(container).list("env")) {
                session.print(text(variable));
            }
        }
    }

    private static String text(ObjectFields variable) {
        String name = variable.text("name");
        for (String kind : List.of("configMap", "secret")) {
            ObjectFields key = new ObjectFields(variable.map("valueFrom." + kind + "KeyRef"));
            if (!key.tree().isEmpty()) {
                return "# " + name + " from " + kind.toLowerCase(Locale.ROOT) + " " + key.text("name") + ", key "
                        + key.text("key");
            }
        }
        if (!variable.map("valueFrom.fieldRef").isEmpty()) {
            return "# " + name + " from field path " + variable.text("valueFrom.fieldRef.fieldPath");
        }
        if (!variable.map("valueFrom.resourceFieldRef").isEmpty()) {
            return "# " + name + " from resource field " + variable.text("valueFrom.resourceFieldRef.resource");
        }
        return name + "=" + variable.text("value");
    }

    private List<Map<String, Object>> chosen(ObjectChoice.Named name, Map<String, Object> object) {
        String wildcard = line.value(Flag.CONTAINERS).orElse("*");
        List<Map<String, Object>> containers = PodSpecs.containers(PodSpecs.in(name, object), wildcard);
        if (containers.isEmpty()) {
            session.warn(name.resource().kind() + "/" + name.name() + " does not have any containers matching \""
                    + wildcard + "\"");
        }
        return containers;
    }

    private void change(ObjectChoice.Named name, Map<String, Object> copy, Map<String, Map<String, Object>> variables) {
        chosen(name, copy).forEach(container -> update(name, container, variables));
    }

    private void update(
            ObjectChoice.Named name, Map<String, Object> container, Map<String, Map<String, Object>> variables) {
        Map<String, Map<String, Object>> left = new LinkedHashMap<>(variables);
        List<Object> result = new ArrayList<>();
        for (ObjectFields present : new ObjectFields(container).list("env")) {
            String variable = present.text("name");
            if (left.containsKey(variable) && line.value(Flag.OVERWRITE).equals(Optional.of("false"))) {
                throw new UsageException(ObjectNames.fullName(name.resource(), name.name()) + "\n '" + variable
                        + "' already has a value (" + present.text("value") + "), and --overwrite is false");
            }
            if (!arguments.removed().contains(variable)) {
                Map<String, Object> newer = left.remove(variable);
                result.add(newer == null ? present.tree() : newer);
            }
        }
        result.addAll(left.values());
        if (result.isEmpty()) {
            container.remove("env");
        } else {
            container.put("env", result);
        }
    }
}
