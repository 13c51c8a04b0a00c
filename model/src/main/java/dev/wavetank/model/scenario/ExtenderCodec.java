package dev.wavetank.model.scenario;

import dev.wavetank.model.scenario.AddOn.SchedulerExtender;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The written form of an extender of schedulers. */
final class ExtenderCodec {

    static final String KIND = "schedulerExtender";

    private static final String REFUSE = "refuse";
    private static final String SCORES = "scores";
    private static final String NODES = "nodes";
    private static final String LABELS = "labels";
    private static final String ERRORS = "errors";
    private static final String CODES = "codes";

    private ExtenderCodec() {}

    static AddOn read(DocumentFields item, long latency) {
        return new SchedulerExtender(
                item.text("host"),
                latency,
                rules(item, REFUSE, true),
                rules(item, SCORES, false),
                errors(item),
                codes(item));
    }

    private static List<SchedulerExtender.Rule> rules(DocumentFields item, String name, boolean refuses) {
        List<SchedulerExtender.Rule> rules = new ArrayList<>();
        for (DocumentFields rule : item.list(name)) {
            List<String> nodes = rule.has(NODES) ? rule.words(NODES) : List.of();
            Map<String, String> labels = rule.texts(LABELS, new TreeMap<>());
            String reason = refuses ? rule.text("reason") : "";
            int score = refuses ? 0 : rule.number("score", 0);
            rules.add(new SchedulerExtender.Rule(nodes, labels, reason, score));
            rule.refuseOthers();
        }
        return rules;
    }

    private static Map<String, String> errors(DocumentFields item) {
        Map<String, String> errors = item.texts(ERRORS, new TreeMap<>());
        errors.keySet().forEach(verb -> checkVerb(item.fields(ERRORS), verb, SchedulerExtender.VERBS_WITH_ERRORS));
        return errors;
    }

    private static Map<String, Integer> codes(DocumentFields item) {
        Map<String, Integer> codes = new TreeMap<>();
        item.texts(CODES, new TreeMap<>()).keySet().forEach(verb -> {
            checkVerb(item.fields(CODES), verb, SchedulerExtender.VERBS);
            codes.put(verb, item.fields(CODES).number(verb, 0));
        });
        return codes;
    }

    private static void checkVerb(DocumentFields fields, String verb, List<String> verbs) {
        if (!verbs.contains(verb)) {
            throw fields.mistake(verb, "no such verb: expected one of " + String.join(", ", verbs));
        }
    }

    static void write(SchedulerExtender extender, Map<String, Object> tree) {
        tree.put("kind", KIND);
        tree.put("host", extender.host());
        tree.put("latency", VirtualTime.span(extender.latency()));
        put(tree, REFUSE, rules(extender.refusals(), true));
        put(tree, SCORES, rules(extender.scores(), false));
        if (!extender.errors().isEmpty()) {
            tree.put(ERRORS, new LinkedHashMap<String, Object>(extender.errors()));
        }
        if (!extender.codes().isEmpty()) {
            Map<String, Object> codes = new LinkedHashMap<>();
            extender.codes().forEach((verb, code) -> codes.put(verb, (long) code));
            tree.put(CODES, codes);
        }
    }

    private static void put(Map<String, Object> tree, String name, List<Object> rules) {
        if (!rules.isEmpty()) {
            tree.put(name, rules);
        }
    }

    private static List<Object> rules(List<SchedulerExtender.Rule> rules, boolean refuses) {
        List<Object> written = new ArrayList<>();
        for (SchedulerExtender.Rule rule : rules) {
            Map<String, Object> one = new LinkedHashMap<>();
            if (!rule.nodes().isEmpty()) {
                one.put(NODES, new ArrayList<Object>(rule.nodes()));
            }
            if (!rule.labels().isEmpty()) {
                one.put(LABELS, new LinkedHashMap<String, Object>(rule.labels()));
            }
            if (refuses) {
                one.put("reason", rule.reason());
            } else {
                one.put("score", rule.score());
            }
            written.add(one);
        }
        return written;
    }
}
