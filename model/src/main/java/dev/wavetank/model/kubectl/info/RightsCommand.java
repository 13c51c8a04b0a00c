package dev.wavetank.model.kubectl.info;

import dev.wavetank.model.kubectl.describe.config.RoleText;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.print.TabWriter;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code auth can-i --list}: all that the user may do in a namespace (kubectl, pkg/cmd/auth/cani.go, v1.32). */
public final class RightsCommand implements Command {

    private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews";

    private final Session session;

    /** Checks the command line. */
    public RightsCommand(Session session) {
        this.session = session;
        if (!session.line().arguments().isEmpty()) {
            throw new UsageException("list option must be specified with no arguments");
        }
    }

    @Override
    public Completion<Boolean> run() {
        Map<String, Object> review = new LinkedHashMap<>();
        review.put("kind", "SelfSubjectRulesReview");
        review.put("apiVersion", "authorization.k8s.io/v1");
        review.put("spec", Collections.singletonMap("namespace", session.namespace()));
        return new Reads(session).post(REVIEWS, review).map(answer -> {
            answer.ifPresent(rules -> print(rules.at("status")));
            return answer.isPresent();
        });
    }

    private void print(ObjectFields status) {
        if (status.isOn("incomplete")) {
            session.note("warning: the list may be incomplete: " + status.text("evaluationError"));
        }
        List<List<String>> rows = new ArrayList<>();
        if (!session.line().isOn(Flag.NO_HEADERS)) {
            rows.add(List.of("Resources", "Non-Resource URLs", "Resource Names", "Verbs"));
        }
        List<ObjectFields> rules = new ArrayList<>(status.list("resourceRules"));
        rules.addAll(status.list("nonResourceRules"));
        rows.addAll(RoleText.rows(rules));
        TabWriter.printed(rows, session.version()).forEach(session::print);
    }
}
