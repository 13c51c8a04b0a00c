package dev.wavetank.model.kubectl.create;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.kubectl.create.generator.Generator;
import dev.wavetank.model.kubectl.create.generator.Overrides;
import dev.wavetank.model.kubectl.create.generator.RunGenerators;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.ImageName;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * {@code run}: creates what runs an image, and with {@code --expose} a Service for it.
 *
 * <p>Since v1.18 that is a Pod. Before, a generator makes it: the named one, or one that follows from {@code --restart}
 * and {@code --schedule}. The Service is created last and printed first, as the real command does
 * (pkg/kubectl/cmd/run.go, v1.11).
 */
public final class RunCommand implements Command {

    /** What the last of the deprecated generators say (v1.12 to v1.17). */
    private static final String DEPRECATED = "kubectl run --generator=%s is DEPRECATED and will be removed in a future"
            + " version. Use %skubectl create instead.";

    private static final List<String> POLICIES = List.of("Always", "OnFailure", "Never");
    private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");

    private final Session session;
    private final Manifest workload;
    private final Optional<Manifest> service;

    /** Checks the command line and makes the objects. */
    public RunCommand(Session session) {
        this.session = session;
        Invocation line = session.line();
        check(line);
        Generator generator = generator(session);
        if (session.has(Feature.KUBECTL_RUN_DEPRECATION) && generator != Generator.POD) {
            String pods = session.has(Feature.KUBECTL_GENERATES_APPS_V1)
                    ? "kubectl run --generator=" + Generator.POD.title() + " or "
                    : "";
            session.note(String.format(Locale.ROOT, DEPRECATED, generator.title(), pods));
        }
        this.workload = Overrides.applied(session, session.generated(new RunGenerators(session).of(generator)));
        this.service = line.isOn(Flag.EXPOSE)
                ? Optional.of(session.generated(new RunGenerators(session).service()))
                : Optional.empty();
    }

    private static void check(Invocation line) {
        line.require(Flag.IMAGE);
        if (line.arguments().isEmpty()) {
            throw UsageException.withManual(line.verb(), "NAME is required for run");
        }
        String image = line.value(Flag.IMAGE).orElse("");
        if (image.isEmpty()) {
            throw new UsageException("--image is required");
        }
        ImageName.parse(image);
        for (Flag interactive : List.of(Flag.ATTACH, Flag.STDIN, Flag.TTY)) {
            if (line.isOn(interactive)) {
                throw new UsageException("--" + interactive.name() + " is not simulated: no container has a terminal");
            }
        }
        if (line.isOn(Flag.RM)) {
            throw UsageException.withManual(line.verb(), "--rm should only be used for attached containers");
        }
        if (line.isOn(Flag.EXPOSE) && line.value(Flag.RUN_PORT).orElse("").isEmpty()) {
            throw UsageException.withManual(line.verb(), "--port must be set when exposing a service");
        }
        String policy = RunGenerators.restartPolicy(line);
        if (!POLICIES.contains(policy)) {
            throw UsageException.withManual(line.verb(), "invalid restart policy: " + policy);
        }
        int replicas = line.number(Flag.RUN_REPLICAS).orElse(1);
        if (!policy.equals("Always") && replicas != 1) {
            throw UsageException.withManual(
                    line.verb(), "--restart=" + policy + " requires that --replicas=1, found " + replicas);
        }
        line.value(Flag.IMAGE_PULL_POLICY)
                .filter(pull -> !pull.isEmpty() && !PULL_POLICIES.contains(pull))
                .ifPresent(pull -> {
                    throw UsageException.withManual(line.verb(), "invalid image pull policy: " + pull);
                });
    }

    private static Generator generator(Session session) {
        Invocation line = session.line();
        if (!session.has(Feature.KUBECTL_RUN_GENERATORS)) {
            return Generator.POD;
        }
        String name = line.value(Flag.GENERATOR).orElse("");
        if (!name.isEmpty()) {
            return Generator.named(name, session.version())
                    .orElseThrow(() -> UsageException.withManual(line.verb(), "generator \"" + name + "\" not found"));
        }
        if (!line.value(Flag.SCHEDULE).orElse("").isEmpty()) {
            return Generator.CRON_JOB;
        }
        return switch (RunGenerators.restartPolicy(line)) {
            case "OnFailure" -> Generator.JOB;
            case "Never" -> Generator.POD;
            default ->
                session.has(Feature.KUBECTL_GENERATES_APPS_V1) ? Generator.DEPLOYMENT : Generator.DEPLOYMENT_APPS_BETA;
        };
    }

    @Override
    public Completion<Boolean> run() {
        if (session.isDryRun()) {
            service.ifPresent(made -> {
                session.printGenerated(made, "created");
                // The command's own mark; the printer of YAML has written one more since it counts objects.
                if (session.format().equals("yaml") && session.has(Feature.KUBECTL_KUSTOMIZE)) {
                    session.print("---");
                }
            });
            session.printGenerated(workload, "created");
            return Completion.of(true);
        }
        return create(workload).then(stored -> stored.isEmpty() ? Completion.of(false) : expose(stored.get()));
    }

    private Completion<Boolean> expose(KubernetesObject running) {
        if (service.isEmpty()) {
            session.printTyped(workload.resource(), running, "created");
            return Completion.of(true);
        }
        return create(service.get()).map(stored -> {
            stored.ifPresent(made -> session.printTyped(service.get().resource(), made, "created"));
            session.printTyped(workload.resource(), running, "created");
            return stored.isPresent();
        });
    }

    private Completion<Optional<KubernetesObject>> create(Manifest manifest) {
        return session.send(ApiRequest.Create.of(manifest.resource(), manifest.object()))
                .map(response -> {
                    if (response instanceof ApiResponse.One one) {
                        return Optional.of(one.object());
                    }
                    session.fail(response, "");
                    return Optional.empty();
                });
    }
}
