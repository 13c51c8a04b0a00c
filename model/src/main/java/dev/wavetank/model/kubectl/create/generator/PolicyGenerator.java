package dev.wavetank.model.kubectl.create.generator;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What limits other objects: quotas, disruption budgets, priorities (kubectl/pkg/cmd/create, v1.32). */
public final class PolicyGenerator {

    private static final String QUANTITY = "[+-]?[0-9.]+([eEinumkKMGTP]*[-+]?[0-9]*)";

    private final Session session;
    private final Invocation line;

    public PolicyGenerator(Session session) {
        this.session = session;
        this.line = session.line();
    }

    /** A ResourceQuota. */
    public Map<String, Object> quota() {
        Map<String, Object> quota = Trees.namespaced(session, "v1", "ResourceQuota");
        Map<String, Object> hard = new LinkedHashMap<>();
        for (String statement : line.list(Flag.HARD)) {
            String[] parts = statement.split("=", -1);
            if (parts.length != 2) {
                throw new UsageException("Invalid argument syntax " + statement + ", expected <resource>=<value>");
            }
            if (!parts[1].matches(QUANTITY)) {
                throw new UsageException("quantities must match the regular expression"
                        + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
            }
            hard.put(parts[0], parts[1]);
        }
        Map<String, Object> spec = new LinkedHashMap<>();
        if (!hard.isEmpty()) {
            spec.put("hard", hard);
        }
        List<String> scopes = line.list(Flag.SCOPES);
        if (!scopes.isEmpty()) {
            spec.put("scopes", scopes);
        }
        if (!spec.isEmpty()) {
            quota.put("spec", spec);
        }
        return quota;
    }

    /** A PodDisruptionBudget, in the newest version that the server has. */
    public Map<String, Object> disruptionBudget() {
        boolean stable = session.tools()
                .schema()
                .kind("policy/v1", "PodDisruptionBudget")
                .isPresent();
        Map<String, Object> budget =
                Trees.namespaced(session, stable ? "policy/v1" : "policy/v1beta1", "PodDisruptionBudget");
        String selector = line.value(Flag.LONG_SELECTOR).orElse("");
        String least = line.value(Flag.MIN_AVAILABLE).orElse("");
        String most = line.value(Flag.MAX_UNAVAILABLE).orElse("");
        if (selector.isEmpty()) {
            throw new UsageException("a selector must be specified");
        }
        if (most.isEmpty() && least.isEmpty()) {
            throw new UsageException("one of min-available or max-unavailable must be specified");
        }
        if (!most.isEmpty() && !least.isEmpty()) {
            throw new UsageException("min-available and max-unavailable cannot be both specified");
        }
        boolean available = most.isEmpty();
        String amount = available ? least : most;
        if (!amount.matches("[0-9]+%?")) {
            throw new UsageException(
                    "invalid format specified for " + (available ? "min-available" : "max-unavailable"));
        }
        budget.put(
                "spec",
                Trees.of(
                        available ? "minAvailable" : "maxUnavailable",
                        Trees.intOrText(amount),
                        "selector",
                        selector(selector)));
        return budget;
    }

    private static Map<String, Object> selector(String text) {
        LabelSelector selector = LabelSelector.parse(text);
        Map<String, Object> tree = new LinkedHashMap<>();
        List<Object> expressions = new ArrayList<>();
        for (LabelSelector.Requirement requirement : selector.matchExpressions()) {
            if (text.contains("!=")) {
                // It has no form in a selector of an object (apimachinery, ParseToLabelSelector).
                throw new UsageException("\"!=\" is not a valid label selector operator");
            }
            Map<String, Object> expression = Trees.of("key", requirement.key(), "operator", requirement.operator());
            if (!requirement.values().isEmpty()) {
                expression.put("values", requirement.values());
            }
            expressions.add(expression);
        }
        if (!expressions.isEmpty()) {
            tree.put("matchExpressions", expressions);
        }
        if (!selector.matchLabels().isEmpty()) {
            tree.put("matchLabels", selector.matchLabels());
        }
        return tree;
    }

    /** A PriorityClass. */
    public Map<String, Object> priorityClass() {
        Map<String, Object> priority = Trees.clusterWide(session, "scheduling.k8s.io/v1", "PriorityClass");
        priority.put("value", (long) line.number(Flag.VALUE).orElse(0));
        if (line.isOn(Flag.GLOBAL_DEFAULT)) {
            priority.put("globalDefault", true);
        }
        Trees.putText(priority, "description", line.value(Flag.DESCRIPTION).orElse(""));
        priority.put("preemptionPolicy", line.value(Flag.PREEMPTION_POLICY).orElse("PreemptLowerPriority"));
        return priority;
    }
}
