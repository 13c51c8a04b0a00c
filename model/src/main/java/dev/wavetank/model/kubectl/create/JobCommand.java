package dev.wavetank.model.kubectl.create;

import dev.wavetank.model.kubectl.create.generator.JobGenerator;
import dev.wavetank.model.kubectl.create.generator.Trees;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.List;

/** {@code create job}, of an image or of what a CronJob says (kubectl/pkg/cmd/create/create_job.go, v1.32). */
public final class JobCommand implements Command {

    private final Session session;
    private final String from;

    /** Checks the command line. */
    public JobCommand(Session session) {
        this.session = session;
        Invocation line = session.line();
        Trees.name(session);
        this.from = line.value(Flag.FROM).orElse("");
        String image = line.value(Flag.IMAGE).orElse("");
        if (from.isEmpty() == image.isEmpty()) {
            throw new UsageException("either --image or --from must be specified");
        }
        if (!from.isEmpty() && !line.rest().isEmpty()) {
            throw new UsageException("cannot specify --from and command");
        }
    }

    @Override
    public Completion<Boolean> run() {
        if (from.isEmpty()) {
            return new ObjectCommand(session).run();
        }
        ResourceArguments.Target target = session.targets(List.of(from)).get(0);
        if (!target.resource().plural().equals("cronjobs")) {
            throw new UsageException("from must be an existing cronjob");
        }
        return session.read(target).then(found -> {
            if (found.isEmpty()) {
                return Completion.of(false);
            }
            JobGenerator jobs = new JobGenerator(session);
            return new ObjectCommand(session, jobs.jobOf(session.fields(found.get()))).run();
        });
    }
}
