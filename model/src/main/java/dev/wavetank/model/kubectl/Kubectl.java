package dev.wavetank.model.kubectl;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.kubectl.apply.ApplyCommand;
import dev.wavetank.model.kubectl.change.DeleteCommand;
import dev.wavetank.model.kubectl.change.MetadataCommand;
import dev.wavetank.model.kubectl.change.PatchCommand;
import dev.wavetank.model.kubectl.change.ScaleCommand;
import dev.wavetank.model.kubectl.change.TaintCommand;
import dev.wavetank.model.kubectl.change.WaitCommand;
import dev.wavetank.model.kubectl.create.CreateCommand;
import dev.wavetank.model.kubectl.create.ExposeCommand;
import dev.wavetank.model.kubectl.create.ObjectCommand;
import dev.wavetank.model.kubectl.create.RunCommand;
import dev.wavetank.model.kubectl.get.GetCommand;
import dev.wavetank.model.kubectl.info.ApiResourcesCommand;
import dev.wavetank.model.kubectl.info.ApiVersionsCommand;
import dev.wavetank.model.kubectl.info.CanICommand;
import dev.wavetank.model.kubectl.info.ClusterInfoCommand;
import dev.wavetank.model.kubectl.info.LogsCommand;
import dev.wavetank.model.kubectl.info.RawCommand;
import dev.wavetank.model.kubectl.info.TopCommand;
import dev.wavetank.model.kubectl.info.VersionCommand;
import dev.wavetank.model.kubectl.node.CordonCommand;
import dev.wavetank.model.kubectl.node.DrainCommand;
import dev.wavetank.model.kubectl.rollout.ChangeCommand;
import dev.wavetank.model.kubectl.rollout.HistoryCommand;
import dev.wavetank.model.kubectl.rollout.StatusCommand;
import dev.wavetank.model.kubectl.rollout.UndoCommand;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.CustomLookup;
import dev.wavetank.model.kubectl.session.KubectlResult;
import dev.wavetank.model.kubectl.session.RestClient;
import dev.wavetank.model.kubectl.session.ServerErrors;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.set.ImageCommand;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.kubectl.syntax.VerbSyntax;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.trace.hop.CommandHop;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.random.RandomStream;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A terminal with the {@code kubectl} command: a component that is idle until a command starts.
 *
 * <p>Several commands may be under way at the same time; each is a process of its own, with a client of its own.
 */
public final class Kubectl implements Component {

    /** The usual name of the component. */
    public static final String NAME = "kubectl";

    /** The group of any object in a file, YAML or JSON. */
    private static final Pattern API_VERSION = Pattern.compile("apiVersion\"?: *[\"']?([^/\\s\"']+)/");

    private final Context context;
    private final RandomStream names;
    private final Endpoint endpoint;
    private final Settings settings;

    /**
     * The server, the identity and the schema of the command.
     *
     * @param servers component names of the API servers, the one to begin with first
     * @param token bearer token of the user
     * @param version of the command
     * @param schema kinds, their names and fields
     * @param codec between manifests and objects
     */
    public record Settings(
            List<String> servers, String token, KubernetesVersion version, Schema schema, ObjectCodec codec) {}

    /** A terminal whose commands act through the given context and endpoint. */
    public Kubectl(Context context, Endpoint endpoint, Settings settings) {
        this.context = context;
        this.endpoint = endpoint;
        this.settings = settings;
        this.names = context.random("names");
    }

    @Override
    public void start() {
        // The user is the actor.
    }

    /**
     * Runs a command.
     *
     * @param arguments the words after {@code kubectl}
     * @param files text of the files that {@code -f} may name, by name; {@code -} is standard input
     * @return the result of the command, when it has ended. A rejected command line sends no request
     */
    public Completion<KubectlResult> run(List<String> arguments, Map<String, String> files) {
        try {
            Invocation line = Invocation.parse(arguments, settings.version());
            if (context.tracesDetails()) {
                context.trace(new CommandHop(String.join(" ", arguments)));
            }
            CustomLookup server = new CustomLookup(context, client(credentials(line)), settings.codec());
            return isCustom(line, files)
                    ? server.refresh().then(known -> run(line, files, server))
                    : run(line, files, server);
        } catch (UsageException refusal) {
            return refused(refusal);
        }
    }

    private Completion<KubectlResult> run(Invocation line, Map<String, String> files, CustomLookup server) {
        try {
            Session session = new Session(line, files, server, tools(line));
            return command(session).run().map(reached -> session.result());
        } catch (UsageException refusal) {
            return refused(refusal);
        }
    }

    private static Completion<KubectlResult> refused(UsageException refusal) {
        return Completion.of(new KubectlResult(1, "", "error: " + refusal.getMessage() + "\n"));
    }

    /** Whether the command is about kinds that may be known only to the server. */
    private boolean isCustom(Invocation line, Map<String, String> files) {
        if (List.of(VerbSyntax.DELETE, VerbSyntax.GET).contains(line.verb())
                && !line.arguments().isEmpty()) {
            String type = line.arguments().get(0).split("[/.]")[0];
            return !type.isEmpty() && settings.schema().named(type).isEmpty();
        }
        return line.list(Flag.FILENAME).stream()
                .map(files::get)
                .anyMatch(text -> text != null
                        && API_VERSION
                                .matcher(text)
                                .results()
                                .anyMatch(found -> ResourceType.isCustom(found.group(1))));
    }

    /** The real command makes a client for each object, so its rate limit never bites. */
    private ApiClient client(ApiClient.Credentials credentials) {
        return new ApiClient(context, endpoint, credentials, RateLimit.NONE);
    }

    private ApiClient.Credentials credentials(Invocation line) {
        return new ApiClient.Credentials(
                settings.servers(), settings.token(), "kubectl-" + line.verb().verb());
    }

    private Session.Tools tools(Invocation line) {
        return new Session.Tools(
                settings.version(),
                new RestClient(context, endpoint, credentials(line)),
                context::clock,
                settings.schema(),
                settings.codec(),
                new ServerErrors(settings.servers()),
                names,
                (nanos, action) -> context.after(nanos, action::run));
    }

    private static Command command(Session session) {
        return switch (session.line().verb()) {
            case ANNOTATE -> new MetadataCommand(session, MetadataCommand.Field.ANNOTATION);
            case API_RESOURCES -> new ApiResourcesCommand(session);
            case API_VERSIONS -> new ApiVersionsCommand(session);
            case APPLY -> new ApplyCommand(session);
            case AUTH_CAN_I -> new CanICommand(session);
            case CLUSTER_INFO -> new ClusterInfoCommand(session);
            case CORDON -> new CordonCommand(session, true);
            case CREATE -> CreateCommand.ofFiles(session);
            case CREATE_CONFIG_MAP, CREATE_JOB, CREATE_NAMESPACE, CREATE_QUOTA, CREATE_SECRET, CREATE_SERVICE_ACCOUNT ->
                new ObjectCommand(session);
            case CREATE_DEPLOYMENT -> CreateCommand.ofDeployment(session);
            case DELETE -> new DeleteCommand(session);
            case DRAIN -> new DrainCommand(session);
            case EXPOSE -> new ExposeCommand(session);
            case GET -> session.line().value(Flag.RAW).isPresent() ? new RawCommand(session) : new GetCommand(session);
            case LABEL -> new MetadataCommand(session, MetadataCommand.Field.LABEL);
            case LOGS -> new LogsCommand(session);
            case PATCH -> new PatchCommand(session);
            case ROLLOUT_HISTORY -> new HistoryCommand(session);
            case ROLLOUT_PAUSE -> new ChangeCommand(session, ChangeCommand.Action.PAUSE);
            case ROLLOUT_RESTART -> new ChangeCommand(session, ChangeCommand.Action.RESTART);
            case ROLLOUT_RESUME -> new ChangeCommand(session, ChangeCommand.Action.RESUME);
            case ROLLOUT_STATUS -> new StatusCommand(session);
            case ROLLOUT_UNDO -> new UndoCommand(session);
            case RUN -> new RunCommand(session);
            case SCALE -> new ScaleCommand(session);
            case SET_IMAGE -> new ImageCommand(session);
            case TAINT -> new TaintCommand(session);
            case TOP -> new TopCommand(session);
            case UNCORDON -> new CordonCommand(session, false);
            case VERSION -> new VersionCommand(session);
            case WAIT -> new WaitCommand(session);
        };
    }
}
