package dev.wavetank.model.kubectl.set;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code set selector}: which pods a Service is for (kubectl/pkg/cmd/set/set_selector.go, v1.32). */
public final class SelectorCommand implements Command {

    private final Session session;
    private final LabelSelector selector;
    private final ObjectChoice choice;

    /** Checks the command line. */
    public SelectorCommand(Session session) {
        this.session = session;
        List<String> arguments = session.line().arguments();
        if (arguments.isEmpty()) {
            throw new UsageException("one selector is required");
        }
        this.choice = new ObjectChoice(session, arguments.subList(0, arguments.size() - 1));
        this.selector = LabelSelector.parse(arguments.get(arguments.size() - 1));
        if (session.line().value(Flag.RESOURCE_VERSION).isPresent()) {
            throw new UsageException("kubectl set selector --resource-version is not simulated");
        }
    }

    @Override
    public Completion<Boolean> run() {
        return new ObjectEdit(session, "selector updated", "", true).each(choice, this::change);
    }

    @SuppressWarnings("unchecked") // trees have only names as keys
    private void change(ObjectChoice.Named name, Map<String, Object> copy) {
        if (!name.resource().plural().equals("services")) {
            throw new UsageException("setting a selector is only supported for Services");
        }
        if (!selector.matchExpressions().isEmpty()) {
            StringBuilder text = new StringBuilder();
            selector.matchExpressions()
                    .forEach(one -> text.append(text.isEmpty() ? "" : " ")
                            .append('{')
                            .append(one.key())
                            .append(' ')
                            .append(one.operator())
                            .append(" [")
                            .append(String.join(" ", one.values()))
                            .append("]}"));
            throw new UsageException("match expression [" + text + "] not supported on this object");
        }
        ((Map<String, Object>) copy.computeIfAbsent("spec", missing -> new LinkedHashMap<String, Object>()))
                .put("selector", new LinkedHashMap<>(selector.matchLabels()));
    }
}
