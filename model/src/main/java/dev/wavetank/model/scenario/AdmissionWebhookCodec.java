package dev.wavetank.model.scenario;

import dev.wavetank.model.scenario.AddOn.AdmissionWebhook;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.text.Suggestion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The written form of the server of admission webhooks. */
final class AdmissionWebhookCodec {

    static final String KIND = "admissionWebhook";

    private static final String HOST = "host";
    private static final String SERVICE = "service";
    private static final String RULES = "rules";
    private static final String ANSWER = "answer";
    private static final String REASON = "reason";
    private static final String CODE = "code";
    private static final String PATCH = "patch";
    private static final List<String> OPERATIONS = List.of("add", "remove", "replace", "move", "copy", "test");

    private AdmissionWebhookCodec() {}

    static AddOn read(DocumentFields item, long latency) {
        if (item.has(HOST) == item.has(SERVICE)) {
            throw item.mistake(
                    "kind", "write the host of its URL, or the service NAMESPACE/NAME that stands before it");
        }
        String address = item.has(HOST) ? item.text(HOST) : item.text(SERVICE);
        if (item.has(SERVICE) && !address.matches("[^/]+/[^/]+")) {
            throw item.mistake(SERVICE, "expected NAMESPACE/NAME, found '" + address + "'");
        }
        List<AdmissionWebhook.Rule> rules = new ArrayList<>();
        for (DocumentFields rule : item.list(RULES)) {
            rules.add(rule(rule));
            rule.refuseOthers();
        }
        if (rules.isEmpty()) {
            throw item.mistake(RULES, "a webhook does something: give it rules that deny or patch");
        }
        return new AdmissionWebhook(address, latency, rules);
    }

    private static AdmissionWebhook.Rule rule(DocumentFields rule) {
        Map<String, String> match = new TreeMap<>();
        for (String field : AdmissionWebhook.FIELDS) {
            if (rule.has(field)) {
                match.put(field, rule.text(field));
            }
        }
        List<Map<String, Object>> patch = new ArrayList<>();
        for (DocumentFields step : rule.list(PATCH)) {
            String operation = step.text("op");
            if (!OPERATIONS.contains(operation) || !step.text("path").startsWith("/")) {
                throw step.mistake(
                        "op",
                        "an operation of a JSON patch is one of " + String.join(", ", OPERATIONS)
                                + ", with a path that begins with /");
            }
            patch.add(step.tree());
        }
        String answer = rule.text(ANSWER, "allow");
        if (!AdmissionWebhook.ANSWERS.contains(answer)) {
            throw rule.mistake(
                    ANSWER,
                    "no such answer: " + Suggestion.question(answer, AdmissionWebhook.ANSWERS) + "expected one of "
                            + String.join(", ", AdmissionWebhook.ANSWERS));
        }
        boolean denies = answer.equals(AdmissionWebhook.DENY);
        if (denies && !patch.isEmpty()) {
            throw rule.mistake(PATCH, "a rule that denies changes nothing");
        }
        int code = rule.number(CODE, AdmissionWebhook.FORBIDDEN);
        return new AdmissionWebhook.Rule(match, denies, code, rule.text(REASON, ""), patch);
    }

    static void write(AdmissionWebhook webhook, Map<String, Object> tree) {
        tree.put("kind", KIND);
        tree.put(webhook.address().contains("/") ? SERVICE : HOST, webhook.address());
        tree.put("latency", VirtualTime.span(webhook.latency()));
        List<Object> rules = new ArrayList<>();
        for (AdmissionWebhook.Rule rule : webhook.rules()) {
            Map<String, Object> written = new LinkedHashMap<>(rule.match());
            written.put(ANSWER, rule.denies() ? AdmissionWebhook.DENY : "allow");
            if (rule.denies()) {
                written.put(CODE, (long) rule.code());
            }
            if (!rule.reason().isEmpty()) {
                written.put(REASON, rule.reason());
            }
            if (!rule.patch().isEmpty()) {
                written.put(PATCH, new ArrayList<Object>(rule.patch()));
            }
            rules.add(written);
        }
        tree.put(RULES, rules);
    }
}
