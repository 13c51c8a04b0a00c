package dev.wavetank.model.kubectl.create;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.kubectl.apply.LastApplied;
import dev.wavetank.model.kubectl.create.generator.BindingGenerator;
import dev.wavetank.model.kubectl.create.generator.Generators;
import dev.wavetank.model.kubectl.create.generator.IngressGenerator;
import dev.wavetank.model.kubectl.create.generator.JobGenerator;
import dev.wavetank.model.kubectl.create.generator.PolicyGenerator;
import dev.wavetank.model.kubectl.create.generator.RoleGenerator;
import dev.wavetank.model.kubectl.create.generator.SecretGenerator;
import dev.wavetank.model.kubectl.create.generator.ServiceGenerator;
import dev.wavetank.model.kubectl.create.generator.Trees;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.Map;

/** The commands {@code create KIND NAME}: one object that follows from flags. */
public final class ObjectCommand implements Command {

    private final Session session;
    private final Manifest made;

    /** Checks the command line and makes the object. */
    public ObjectCommand(Session session) {
        this(session, tree(session));
    }

    /** An object that was made already. */
    ObjectCommand(Session session, Map<String, Object> tree) {
        this.session = session;
        Manifest manifest = session.generated(tree);
        this.made = session.line().isOn(Flag.SAVE_CONFIG) ? LastApplied.annotatedTyped(session, manifest) : manifest;
    }

    private static Map<String, Object> tree(Session session) {
        return switch (session.line().verb()) {
            case CREATE_CLUSTER_ROLE -> new RoleGenerator(session).clusterRole();
            case CREATE_CLUSTER_ROLE_BINDING -> new BindingGenerator(session).clusterRoleBinding();
            case CREATE_CONFIG_MAP -> new SecretGenerator(session).configMap();
            case CREATE_CRON_JOB -> new JobGenerator(session).cronJob();
            case CREATE_DEPLOYMENT -> Generators.deployment(session);
            case CREATE_INGRESS -> new IngressGenerator(session).ingress();
            case CREATE_JOB -> new JobGenerator(session).job();
            case CREATE_NAMESPACE -> Trees.clusterWide(session, "v1", "Namespace");
            case CREATE_PDB -> new PolicyGenerator(session).disruptionBudget();
            case CREATE_PRIORITY_CLASS -> new PolicyGenerator(session).priorityClass();
            case CREATE_QUOTA -> new PolicyGenerator(session).quota();
            case CREATE_ROLE -> new RoleGenerator(session).role();
            case CREATE_ROLE_BINDING -> new BindingGenerator(session).roleBinding();
            case CREATE_SECRET_DOCKER -> new SecretGenerator(session).registry();
            case CREATE_SECRET_GENERIC -> new SecretGenerator(session).generic();
            case CREATE_SECRET_TLS -> new SecretGenerator(session).certificate();
            case CREATE_SERVICE_CLUSTER_IP,
                    CREATE_SERVICE_EXTERNAL_NAME,
                    CREATE_SERVICE_LOAD_BALANCER,
                    CREATE_SERVICE_NODE_PORT -> new ServiceGenerator(session).service();
            case CREATE_SERVICE_ACCOUNT -> Trees.namespaced(session, "v1", "ServiceAccount");
            default ->
                throw new UsageException("kubectl " + session.line().verb().words() + " makes no such object");
        };
    }

    /** What the command says before the server's message; empty where it prints the server's error as it is. */
    private String doing() {
        if (!session.has(Feature.KUBECTL_FAILED_TO_CREATE)) {
            return "";
        }
        return switch (session.line().verb()) {
            case CREATE_CLUSTER_ROLE_BINDING -> "failed to create clusterrolebinding: ";
            case CREATE_CONFIG_MAP -> "failed to create configmap: ";
            case CREATE_CRON_JOB -> "failed to create cronjob: ";
            case CREATE_DEPLOYMENT -> "failed to create deployment: ";
            case CREATE_INGRESS -> "failed to create ingress: ";
            case CREATE_JOB -> "failed to create job: ";
            case CREATE_PDB -> "failed to create poddisruptionbudgets: ";
            case CREATE_PRIORITY_CLASS -> "failed to create priorityclass: ";
            case CREATE_QUOTA -> "failed to create quota: ";
            case CREATE_ROLE_BINDING -> "failed to create rolebinding: ";
            // Without a colon, as the real command writes it.
            case CREATE_SECRET_DOCKER, CREATE_SECRET_GENERIC, CREATE_SECRET_TLS -> "failed to create secret ";
            case CREATE_SERVICE_CLUSTER_IP,
                    CREATE_SERVICE_EXTERNAL_NAME,
                    CREATE_SERVICE_LOAD_BALANCER,
                    CREATE_SERVICE_NODE_PORT ->
                "failed to create " + ServiceGenerator.type(session.line()) + " service: ";
            case CREATE_SERVICE_ACCOUNT -> "failed to create serviceaccount: ";
            default -> "";
        };
    }

    private String address() {
        String group = made.resource().group().isEmpty()
                ? "/api/" + made.resource().version()
                : "/apis/" + made.resource().group() + "/" + made.resource().version();
        String namespace = made.resource().namespaced() ? "/namespaces/" + session.namespace() : "";
        String manager = session.line().value(Flag.FIELD_MANAGER).orElse("kubectl-create");
        String validation = session.has(Feature.FIELD_VALIDATION) ? "&fieldValidation=Strict" : "";
        return session.tools()
                .rest()
                .url(group + namespace + "/" + made.resource().plural() + "?fieldManager=" + manager + validation);
    }

    @Override
    public Completion<Boolean> run() {
        if (session.isDryRun()) {
            session.printGenerated(made, "created");
            return Completion.of(true);
        }
        return session.send(ApiRequest.Create.of(made.resource(), made.object()))
                .map(response -> {
                    if (response instanceof ApiResponse.One one) {
                        session.printTyped(made.resource(), one.object(), "created");
                        return true;
                    }
                    if (!doing().isEmpty() && response instanceof ApiResponse.Failed failed) {
                        session.fail("error: " + doing() + failed.status().message());
                        return true;
                    }
                    if (!doing().isEmpty() && response instanceof ApiResponse.Unreachable lost) {
                        session.fail("error: " + doing() + "Post \"" + address() + "\": "
                                + session.tools().errors().cause(lost));
                        return true;
                    }
                    return session.fail(response, "");
                });
    }
}
