package dev.wavetank.model.kubectl.change;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.kubectl.print.JsonPath;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.ObjectWatch;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.Optional;
import java.util.function.Predicate;

/** {@code wait}: follows each object until it meets a condition (kubectl/pkg/cmd/wait, v1.32). */
public final class WaitCommand implements Command {

    private static final long USUAL = 30 * VirtualTime.SECOND;
    /** What a negative time-out means. */
    private static final long WEEK = 7 * 24 * VirtualTime.HOUR;

    private final Session session;
    private final ObjectChoice choice;
    private final boolean forDeletion;
    private final Predicate<ObjectFields> condition;
    private final long timeout;

    /** Checks the command line. */
    public WaitCommand(Session session) {
        this.session = session;
        String wanted = session.line().value(Flag.FOR).orElse("");
        this.forDeletion = wanted.equalsIgnoreCase("delete");
        this.condition = forDeletion ? fields -> false : condition(wanted);
        long given =
                session.line().value(Flag.TIMEOUT).isPresent() ? session.line().span(Flag.TIMEOUT) : USUAL;
        this.timeout = given < 0 ? WEEK : given;
        this.choice = new ObjectChoice(session, session.line().arguments());
    }

    private static Predicate<ObjectFields> condition(String wanted) {
        if (wanted.startsWith("condition=")) {
            String[] sides = wanted.substring("condition=".length()).split("=", 2);
            String status = sides.length == 2 ? sides[1] : "true";
            return fields -> fields.list("status.conditions").stream()
                    .anyMatch(one -> one.text("type").equalsIgnoreCase(sides[0])
                            && one.text("status").equalsIgnoreCase(status)
                            && isOfLatest(one, fields)
                            && isOfLatest(new ObjectFields(fields.map("status")), fields));
        }
        if (wanted.startsWith("jsonpath=")) {
            return ofPath(wanted.substring("jsonpath=".length()));
        }
        throw new UsageException("unrecognized condition: \"" + wanted + "\"");
    }

    /** A state that was observed before the last change says nothing about it. */
    private static boolean isOfLatest(ObjectFields state, ObjectFields object) {
        return state.value("observedGeneration") == null
                || state.number("observedGeneration") >= object.number("metadata.generation");
    }

    private static Predicate<ObjectFields> ofPath(String text) {
        int end = text.lastIndexOf('}');
        String path = end < 0 ? text.split("=", 2)[0] : text.substring(0, end + 1);
        String rest = text.substring(path.length());
        if (rest.equals("=")) {
            throw new UsageException("jsonpath wait has to have a value after equal sign, like --for=jsonpath="
                    + "'{.status.readyReplicas}'=3");
        }
        String whole = path.startsWith("{") ? path : "{" + (path.startsWith(".") ? "" : ".") + path + "}";
        JsonPath expression = JsonPath.parse(whole);
        return rest.isEmpty()
                ? fields -> !expression.evaluate(fields.tree()).isEmpty()
                : fields -> expression.evaluate(fields.tree()).equals(rest.substring(1));
    }

    @Override
    public Completion<Boolean> run() {
        return choice.each(this::follow).map(reached -> {
            if (choice.selects() && choice.count() == 0 && !session.hasFailed() && !forDeletion) {
                session.fail("error: no matching resources found");
            }
            return reached;
        });
    }

    private Completion<Boolean> follow(ObjectChoice.Named name) {
        return session.send(new ApiRequest.Get(name.resource(), name.namespace(), name.name()))
                .then(response -> {
                    if (response instanceof ApiResponse.One found) {
                        return follow(name, found.object());
                    }
                    return Completion.of(
                            forDeletion && response.failedWith(StatusReason.NOT_FOUND) || session.fail(response, ""));
                });
    }

    private Completion<Boolean> follow(ObjectChoice.Named name, KubernetesObject found) {
        String uid = found.metadata().uid();
        Predicate<Optional<KubernetesObject>> check = now -> forDeletion
                ? now.isEmpty() || !now.get().metadata().uid().equals(uid)
                : now.isPresent() && condition.test(session.fields(now.get()));
        String late = "error: timed out waiting for the condition on "
                + name.resource().plural() + "/" + name.name();
        return ObjectWatch.until(session, name, Math.max(1, timeout), late, check)
                .map(met -> {
                    if (met) {
                        session.print(name.resource(), found, "condition met");
                    }
                    return true;
                });
    }
}
