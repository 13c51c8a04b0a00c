package dev.wavetank.model.kubectl.rollout;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** {@code rollout pause}, {@code resume} and {@code restart}: reads each object, then patches it. */
public final class ChangeCommand implements Command {

    private static final String STRATEGIC = "application/strategic-merge-patch+json";
    private static final String RESTARTED_AT = "kubectl.kubernetes.io/restartedAt";

    private final Session session;
    private final ObjectChoice choice;
    private final Action action;

    /** What is to be done. */
    public enum Action {
        PAUSE,
        RESUME,
        RESTART
    }

    /** Checks the command line. */
    public ChangeCommand(Session session, Action action) {
        this.session = session;
        this.action = action;
        this.choice = Revisions.chosen(session);
    }

    @Override
    public Completion<Boolean> run() {
        return choice.eachRead(this::change);
    }

    private Completion<Boolean> change(ObjectChoice.Named target, KubernetesObject object) {
        try {
            ObjectFields fields = session.fields(object);
            return switch (action) {
                case PAUSE -> pause(target, object, fields.isOn("spec.paused"));
                case RESUME -> resume(target, object, fields.isOn("spec.paused"));
                case RESTART -> restart(target, object, fields);
            };
        } catch (UsageException refusal) {
            session.fail("error: " + refusal.getMessage());
            return Completion.of(true);
        }
    }

    private Completion<Boolean> pause(ObjectChoice.Named target, KubernetesObject object, boolean paused) {
        requireDeployment(target, "pausing");
        if (paused) {
            throw new UsageException(target.resource().qualified() + " \"" + target.name() + "\" is already paused");
        }
        return patch(target, object, "spec", Collections.singletonMap("paused", true), "paused");
    }

    private Completion<Boolean> resume(ObjectChoice.Named target, KubernetesObject object, boolean paused) {
        requireDeployment(target, "resuming");
        if (!paused) {
            throw new UsageException(target.resource().qualified() + " \"" + target.name() + "\" is not paused");
        }
        return patch(target, object, "spec", Collections.singletonMap("paused", null), "resumed");
    }

    private static void requireDeployment(ObjectChoice.Named target, String doing) {
        if (!target.resource().plural().equals("deployments")) {
            throw new UsageException(
                    target.resource().qualified() + " \"" + target.name() + "\" " + doing + " is not supported");
        }
    }

    private Completion<Boolean> restart(ObjectChoice.Named target, KubernetesObject object, ObjectFields fields) {
        if (!List.of("deployments", "daemonsets", "statefulsets")
                .contains(target.resource().plural())) {
            throw new UsageException(
                    target.resource().qualified() + " \"" + target.name() + "\" restarting is not supported");
        }
        if (fields.isOn("spec.paused")) {
            throw new UsageException(target.resource().qualified() + " \"" + target.name()
                    + "\" can't restart paused deployment (run rollout resume first)");
        }
        String now =
                session.tools().clock().get().truncatedTo(ChronoUnit.SECONDS).toString();
        if (now.equals(fields.map("spec.template.metadata.annotations").get(RESTARTED_AT))) {
            throw new UsageException("if restart has already been triggered within the past second, please wait before"
                    + " attempting to trigger another");
        }
        Map<String, Object> annotations = Collections.singletonMap(
                "metadata", Collections.singletonMap("annotations", Collections.singletonMap(RESTARTED_AT, now)));
        return patch(target, object, "spec", Collections.singletonMap("template", annotations), "restarted");
    }

    private Completion<Boolean> patch(
            ObjectChoice.Named target,
            KubernetesObject object,
            String field,
            Map<String, Object> change,
            String outcome) {
        return session.patch(target.resource(), object, STRATEGIC, Collections.singletonMap(field, change), outcome);
    }
}
