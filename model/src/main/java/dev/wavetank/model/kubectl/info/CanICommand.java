package dev.wavetank.model.kubectl.info;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code auth can-i}: asks the server by a SelfSubjectAccessReview; exit code 1 for no.
 */
public final class CanICommand implements Command {

    private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

    /** Verbs that cause no warning (kubectl, pkg/cmd/auth/cani.go, v1.20). */
    private static final List<String> VERBS = List.of(
            "*",
            "get",
            "list",
            "watch",
            "create",
            "update",
            "patch",
            "delete",
            "deletecollection",
            "use",
            "bind",
            "impersonate",
            "escalate",
            "approve",
            "sign");

    /** Verbs of paths that cause no warning. */
    private static final List<String> PATH_VERBS =
            List.of("*", "get", "put", "post", "head", "options", "delete", "patch");

    private final Session session;
    private final String verb;
    private final String subject;

    /** Checks the command line. */
    public CanICommand(Session session) {
        this.session = session;
        List<String> words = session.line().arguments();
        if (words.size() != 2) {
            throw new UsageException("you must specify two arguments: verb resource or verb resource/resourceName.\n"
                    + "See 'kubectl auth can-i -h' for help and examples.");
        }
        this.verb = words.get(0);
        this.subject = words.get(1);
    }

    @Override
    public Completion<Boolean> run() {
        Map<String, Object> spec = new LinkedHashMap<>();
        boolean path = subject.startsWith("/");
        spec.put(path ? "nonResourceAttributes" : "resourceAttributes", path ? pathAttributes() : attributes());
        if (!(path ? PATH_VERBS : VERBS).contains(verb)) {
            session.note("Warning: verb '" + verb + "' is not a known verb\n");
        }
        Map<String, Object> review = new LinkedHashMap<>();
        review.put("kind", "SelfSubjectAccessReview");
        review.put("apiVersion", "authorization.k8s.io/v1");
        review.put("spec", spec);
        return new Reads(session).post(REVIEWS, review).map(answer -> {
            answer.ifPresent(this::say);
            return answer.isPresent();
        });
    }

    private Map<String, Object> pathAttributes() {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put("path", subject);
        attributes.put("verb", verb);
        return attributes;
    }

    private Map<String, Object> attributes() {
        int slash = subject.indexOf('/');
        String type = slash < 0 ? subject : subject.substring(0, slash);
        String group = "";
        String plural = type;
        boolean everywhere = session.line().isOn(Flag.ALL_NAMESPACES);
        if (!type.equals("*")) {
            try {
                ResourceType resource = session.resources().types(type).get(0);
                group = resource.group();
                plural = resource.plural();
                if (!resource.namespaced() && !everywhere) {
                    session.note("Warning: resource '" + plural + "' is not namespace scoped"
                            + (group.isEmpty() ? "" : " in group '" + group + "'") + "\n");
                }
            } catch (UsageException unknown) {
                int dot = type.indexOf('.');
                String where = dot < 0 ? "" : " in group '" + type.substring(dot + 1) + "'";
                session.note("Warning: " + String.valueOf(unknown.getMessage()).replace('"', '\'') + where + "\n");
            }
        }
        Map<String, Object> attributes = new LinkedHashMap<>();
        if (!everywhere) {
            attributes.put("namespace", session.namespace());
        }
        attributes.put("verb", verb);
        if (!group.isEmpty()) {
            attributes.put("group", group);
        }
        attributes.put("resource", plural);
        session.line().value(Flag.SUBRESOURCE).ifPresent(name -> attributes.put("subresource", name));
        if (slash >= 0) {
            attributes.put("name", subject.substring(slash + 1));
        }
        return attributes;
    }

    private void say(ObjectFields review) {
        boolean allowed = review.isOn("status.allowed");
        if (!allowed) {
            session.endWith(1);
        }
        if (session.line().isOn(Flag.QUIET)) {
            return;
        }
        StringBuilder text = new StringBuilder(allowed ? "yes" : "no");
        for (String why : List.of("status.reason", "status.evaluationError")) {
            if (!allowed && !review.text(why).isEmpty()) {
                text.append(" - ").append(review.text(why));
            }
        }
        session.print(text.toString());
    }
}
