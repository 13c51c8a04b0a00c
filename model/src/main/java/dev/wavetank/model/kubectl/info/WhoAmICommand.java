package dev.wavetank.model.kubectl.info;

import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.print.ObjectFormat;
import dev.wavetank.model.kubectl.print.TabWriter;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code auth whoami}: whom the server takes the user for (kubectl, pkg/cmd/auth/whoami.go, v1.32). */
public final class WhoAmICommand implements Command {

    private static final String REVIEWS = "/apis/authentication.k8s.io/v1/selfsubjectreviews";

    private final Session session;

    /** Checks the command line. */
    public WhoAmICommand(Session session) {
        this.session = session;
        if (!session.format().isEmpty()
                && !ObjectFormat.NAMES.contains(session.format().split("=")[0])) {
            throw new UsageException("unable to match a printer suitable for the output format \"" + session.format()
                    + "\", allowed formats are: " + String.join(",", ObjectFormat.NAMES));
        }
    }

    @Override
    public Completion<Boolean> run() {
        Map<String, Object> review = new LinkedHashMap<>();
        review.put("kind", "SelfSubjectReview");
        review.put("apiVersion", "authentication.k8s.io/v1");
        return new Reads(session).post(REVIEWS, review).map(answer -> {
            answer.ifPresent(this::print);
            return answer.isPresent();
        });
    }

    private void print(ObjectFields review) {
        if (!session.format().isEmpty()) {
            String[] parts = session.format().split("=", 2);
            String argument = parts.length > 1 ? parts[1] : "";
            session.printed(ObjectFormat.of(parts[0], argument, session.line(), session::file)
                    .print(review.tree()));
            return;
        }
        ObjectFields user = review.at("status.userInfo");
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("ATTRIBUTE", "VALUE"));
        rows.add(List.of("Username", user.text("username")));
        if (!user.text("uid").isEmpty()) {
            rows.add(List.of("UID", user.text("uid")));
        }
        if (!user.texts("groups").isEmpty()) {
            rows.add(List.of("Groups", "[" + String.join(" ", user.texts("groups")) + "]"));
        }
        new TreeMap<>(user.map("extra"))
                .forEach((key, values) ->
                        rows.add(List.of("Extra: " + key, String.valueOf(values).replace(",", ""))));
        TabWriter.printed(rows, session.version()).forEach(session::print);
    }
}
