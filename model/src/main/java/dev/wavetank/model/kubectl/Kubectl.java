package dev.wavetank.model.kubectl;

import dev.wavetank.model.api.Identity;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.codec.CustomKinds;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.kubectl.apply.DiffCommand;
import dev.wavetank.model.kubectl.config.ClientConfig;
import dev.wavetank.model.kubectl.config.ConfigChoice;
import dev.wavetank.model.kubectl.config.ConfigException;
import dev.wavetank.model.kubectl.discovery.Discovery;
import dev.wavetank.model.kubectl.discovery.DiscoveryCache;
import dev.wavetank.model.kubectl.discovery.Lookups;
import dev.wavetank.model.kubectl.discovery.NamedTypes;
import dev.wavetank.model.kubectl.info.ClusterInfoCommand;
import dev.wavetank.model.kubectl.kubeconfig.ConfigFiles;
import dev.wavetank.model.kubectl.server.CustomLookup;
import dev.wavetank.model.kubectl.server.TypedLog;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.session.SessionTools;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.kubectl.syntax.VerbSyntax;
import dev.wavetank.model.kubectl.wire.ClientLog;
import dev.wavetank.model.kubectl.wire.KubectlResult;
import dev.wavetank.model.kubectl.wire.Output;
import dev.wavetank.model.kubectl.wire.RequestGate;
import dev.wavetank.model.kubectl.wire.RequestTimeout;
import dev.wavetank.model.kubectl.wire.RestClient;
import dev.wavetank.model.kubectl.wire.ServerErrors;
import dev.wavetank.model.kubectl.wire.ServerWarnings;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.trace.hop.CommandHop;
import dev.wavetank.model.trace.hop.DiscoveryHop;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.random.RandomStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
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
    private final ConfigChoice configs;
    /** Directories of cached discovery, by name. */
    private final Map<String, DiscoveryCache> disk = new TreeMap<>();

    /** What commands have written into the home directory, by the names of files. */
    private final Map<String, String> home = new TreeMap<>();

    private int processes;

    /**
     * The server, the identity and the schema of the command.
     *
     * @param servers component names of the API servers, the one to begin with first
     * @param token of the user that needs no kubeconfig
     * @param kubeconfig files in {@code $KUBECONFIG}, separated by colons; may be empty
     * @param version of the command
     * @param schema kinds, their names and fields
     * @param codec between manifests and objects
     */
    public record Settings(
            List<String> servers,
            String token,
            String kubeconfig,
            KubernetesVersion version,
            Schema schema,
            ObjectCodec codec) {

        /** Without kubeconfig files. */
        public Settings(
                List<String> servers, String token, KubernetesVersion version, Schema schema, ObjectCodec codec) {
            this(servers, token, "", version, schema, codec);
        }
    }

    /** A terminal whose commands act through the given context and endpoint. */
    public Kubectl(Context context, Endpoint endpoint, Settings settings) {
        this.context = context;
        this.endpoint = endpoint;
        this.settings = settings;
        this.names = context.random("names");
        this.configs = new ConfigChoice(
                new ClientConfig(settings.servers(), Identity.ofToken(settings.token()), "default"),
                settings.kubeconfig(),
                settings.codec());
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
            Map<String, String> all = new TreeMap<>(files);
            all.putAll(home);
            return new Execution(line, all).run();
        } catch (UsageException refusal) {
            String text = refusal.prefix(settings.version()) + refusal.getMessage();
            return Completion.of(KubectlResult.refused(text + "\n"));
        } catch (ConfigException unknown) {
            return Completion.of(KubectlResult.refused(unknown.getMessage() + "\n"));
        }
    }

    /** One command under way. */
    private final class Execution {

        private final Invocation line;
        private final Map<String, String> files;
        private final Output output = new Output();
        private final ClientConfig config;
        private final ServerErrors errors;
        private final ApiClient.Credentials credentials;
        private final ClientLog log;
        private final RestClient rest;
        private final Discovery discovery;
        private final CustomKinds kinds = new CustomKinds();
        private final Completion<KubectlResult> result = new Completion<>(context);

        private Execution(Invocation line, Map<String, String> files) {
            this.line = line;
            this.files = files;
            this.config = configs.of(line, files);
            this.errors = new ServerErrors(config.servers(), RequestTimeout.of(line) > 0);
            this.credentials = new ApiClient.Credentials(
                    config.servers(),
                    config.identity(),
                    "kubectl-" + line.verb().verb());
            processes++;
            int level = line.value(Flag.VERBOSITY).map(Integer::parseInt).orElse(0);
            this.log = new ClientLog(level, processes, settings.version(), context::clock, output);
            this.rest = new RestClient(
                    context,
                    endpoint,
                    credentials,
                    log,
                    new ServerWarnings(output, settings.version().has(Feature.KUBECTL_WARNINGS)),
                    timeout(line));
            this.discovery = new Discovery(
                    new Discovery.Tools(
                            rest,
                            log,
                            output,
                            errors,
                            settings.codec(),
                            settings.version(),
                            context::now,
                            this::discovered),
                    disk.computeIfAbsent(line.value(Flag.CACHE_DIR).orElse(""), name -> new DiscoveryCache()));
        }

        private static long timeout(Invocation line) {
            long limit = RequestTimeout.of(line);
            return limit > 0 ? limit : ApiClient.REQUEST_TIMEOUT;
        }

        private Completion<KubectlResult> run() {
            if (!namesCustomKinds()) {
                execute();
            } else {
                known().whenDone(ready -> {
                    discovery.teach(kinds);
                    if (namesUnknownKinds()) {
                        discovery.again(line).whenDone(asked -> {
                            if (asked) {
                                discovery.teach(kinds);
                                execute();
                            } else {
                                result.complete(output.result());
                            }
                        });
                    } else {
                        execute();
                    }
                });
            }
            return result;
        }

        private void discovered(int documents) {
            if (context.tracesDetails()) {
                context.trace(new DiscoveryHop(documents));
            }
        }

        /** Done when it is known what the server serves; never when the command has failed over that. */
        private Completion<Boolean> known() {
            Completion<Boolean> known = new Completion<>(context);
            discovery.ready(line).whenDone(ready -> {
                if (ready) {
                    known.complete(true);
                } else {
                    if (line.verb() == VerbSyntax.CLUSTER_INFO) {
                        output.print(ClusterInfoCommand.MORE + "\n");
                    }
                    result.complete(output.result());
                }
            });
            return known;
        }

        private void execute() {
            try {
                RequestGate gate = Lookups.of(line) == 0 ? RequestGate.OPEN : this::known;
                ApiClient client = new ApiClient(context, endpoint, credentials, RateLimit.NONE, timeout(line));
                CustomLookup server =
                        new CustomLookup(context, client, kinds, gate, new TypedLog(rest, log, settings.codec()));
                Session session = new Session(line, files, server, tools(gate));
                Command command = Commands.of(session, kubeconfig());
                // A dry run of kubectl run needs to know what the server serves as well.
                Completion<Boolean> begun = line.verb() == VerbSyntax.RUN && session.isDryRun()
                        ? known().then(ready -> command.run())
                        : command.run();
                begun.whenDone(reached -> result.complete(session.result()));
            } catch (UsageException refusal) {
                afterStage(refusal.stage()).whenDone(reached -> refuse(refusal));
            }
        }

        /** Done when the command has come as far as it does before it notices a mistake. */
        private Completion<?> afterStage(UsageException.Stage stage) {
            return switch (stage) {
                case PARSER, COMMAND -> Completion.of(true);
                case LOOKUP -> discovery.tried(line);
                case DISCOVERY -> Lookups.of(line) > 0 ? known() : Completion.of(true);
            };
        }

        private ConfigFiles kubeconfig() {
            return new ConfigFiles(line.value(Flag.KUBECONFIG).orElse(settings.kubeconfig()), files, home::put);
        }

        private void refuse(UsageException refusal) {
            output.refuse(refusal.prefix(settings.version()) + refusal.getMessage());
            if (line.verb() == VerbSyntax.DIFF) {
                // 1 means that there are differences.
                output.endWith(DiffCommand.FAILED);
            }
            result.complete(output.result());
        }

        private SessionTools tools(RequestGate gate) {
            return new SessionTools(
                    settings.version(),
                    config.namespace(),
                    rest.behind(gate),
                    log,
                    output,
                    context::clock,
                    settings.schema(),
                    settings.codec(),
                    errors,
                    names,
                    (nanos, action) -> context.after(nanos, action::run));
        }

        /** Whether the command is about kinds that only the server can know. */
        private boolean namesCustomKinds() {
            return NamedTypes.of(line).stream().anyMatch(type -> !isBuiltIn(type))
                    || !customGroups().isEmpty();
        }

        private boolean isBuiltIn(String type) {
            return ResourceArguments.builtIn(settings.schema(), type).isPresent();
        }

        /** Whether the command is about kinds that the server has not named either. */
        private boolean namesUnknownKinds() {
            return NamedTypes.of(line).stream()
                            .anyMatch(type ->
                                    !isBuiltIn(type) && kinds.named(type).isEmpty())
                    || customGroups().stream().anyMatch(group -> !kinds.hasGroup(group));
        }

        /** The groups of the objects in files that are not built in. */
        private List<String> customGroups() {
            return line.list(Flag.FILENAME).stream()
                    .map(files::get)
                    .filter(Objects::nonNull)
                    .flatMap(text -> API_VERSION.matcher(text).results().map(found -> found.group(1)))
                    .filter(ResourceType::isCustom)
                    .toList();
        }
    }
}
