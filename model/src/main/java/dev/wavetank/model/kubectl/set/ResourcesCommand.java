package dev.wavetank.model.kubectl.set;

import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code set resources}: what containers request and may use (kubectl/pkg/cmd/set/set_resources.go, v1.32). */
public final class ResourcesCommand implements Command {

    private static final List<Flag> KINDS = List.of(Flag.LIMITS, Flag.REQUESTS);

    private final Session session;
    private final ObjectChoice choice;
    /** Amounts by kind, which is limits or requests, then by resource. */
    private final Map<String, Map<String, String>> amounts = new LinkedHashMap<>();

    /** Checks the command line. */
    public ResourcesCommand(Session session) {
        this.session = session;
        Invocation line = session.line();
        this.choice = new ObjectChoice(session, line.arguments());
        for (Flag kind : KINDS) {
            String given = line.value(kind).orElse("");
            if (!given.isEmpty()) {
                amounts.put(kind.name(), amounts(given));
            }
        }
        if (amounts.isEmpty()) {
            throw UsageException.afterDiscovery(
                    "you must specify an update to requests or limits (in the form of --requests/--limits)");
        }
    }

    private static Map<String, String> amounts(String given) {
        Map<String, String> amounts = new LinkedHashMap<>();
        for (String statement : given.split(",")) {
            String[] parts = statement.split("=", -1);
            if (parts.length != 2) {
                throw new UsageException("Invalid argument syntax " + statement + ", expected <resource>=<value>");
            }
            if (!parts[1].matches("[+-]?[0-9.]+([eEinumkKMGTP]*[-+]?[0-9]*)")) {
                throw new UsageException("quantities must match the regular expression"
                        + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
            }
            amounts.put(parts[0], parts[1]);
        }
        return amounts;
    }

    @Override
    public Completion<Boolean> run() {
        return new ObjectEdit(
                        session,
                        "resource requirements updated",
                        "failed to patch resources update to pod template ",
                        false)
                .each(choice, this::change);
    }

    private void change(ObjectChoice.Named name, Map<String, Object> copy) {
        String wildcard = session.line().value(Flag.CONTAINERS).orElse("*");
        List<Map<String, Object>> containers = PodSpecs.containers(PodSpecs.in(name, copy), wildcard);
        if (containers.isEmpty()) {
            throw new UsageException("unable to find container named " + wildcard);
        }
        containers.forEach(container -> amounts.forEach((kind, values) -> {
            Map<String, Object> resources = inner(container, "resources");
            inner(resources, kind).putAll(values);
        }));
    }

    @SuppressWarnings("unchecked") // trees have only names as keys
    private static Map<String, Object> inner(Map<String, Object> tree, String field) {
        return (Map<String, Object>) tree.computeIfAbsent(field, missing -> new LinkedHashMap<String, Object>());
    }
}
