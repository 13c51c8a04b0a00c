package dev.wavetank.model.kubectl.apply;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.schema.EmptyTimes;
import dev.wavetank.model.yaml.GoYamlWriter;
import dev.wavetank.sim.Completion;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code diff -f}: what {@code apply} would change, as {@code diff -u -N} prints it (kubectl/pkg/cmd/diff, v1.32).
 *
 * <p>Exit code 0: nothing; 1: something; 2: it is not known.
 */
public final class DiffCommand implements Command {

    /** The exit code of errors. */
    public static final int FAILED = 2;

    private final Session session;
    private final ObjectCodec codec;
    private final List<Manifest> manifests;
    /** The objects as they are and as they would be, by the names of their files, which diff sorts. */
    private final Map<String, Pair> pairs = new TreeMap<>();

    /** Two texts; one without an object is empty. */
    private record Pair(String live, String merged) {}

    /** Checks the command line. */
    public DiffCommand(Session session) {
        this.session = session;
        this.codec = session.tools().codec();
        Invocation line = session.line();
        if (!line.arguments().isEmpty()) {
            throw UsageException.withManual(
                    line.verb(), "Unexpected args: [" + String.join(" ", line.arguments()) + "]");
        }
        if (line.list(Flag.FILENAME).isEmpty()) {
            throw new UsageException("must specify one of -f and -k");
        }
        if (line.isOn(Flag.PRUNE)) {
            throw new UsageException("kubectl diff --prune is not simulated");
        }
        if (line.isOn(Flag.FORCE_CONFLICTS) && !line.isOn(Flag.SERVER_SIDE)) {
            throw new UsageException("--force-conflicts only works with --server-side");
        }
        this.manifests = session.manifests();
    }

    @Override
    public Completion<Boolean> run() {
        return Command.inOrder(manifests, this::read).map(reached -> {
            if (session.hasFailed()) {
                session.endWith(FAILED);
            } else {
                print();
            }
            return reached;
        });
    }

    private Completion<Boolean> read(Manifest manifest) {
        KubernetesObject object = manifest.object();
        String namespace = object.key().namespace();
        String name = object.metadata().name();
        return session.send(new ApiRequest.Get(manifest.resource(), namespace, name))
                .then(response -> {
                    if (response instanceof ApiResponse.One live) {
                        return merged(manifest, live.object());
                    }
                    if (!response.failedWith(StatusReason.NOT_FOUND)) {
                        session.fail(response, "");
                        return Completion.of(false);
                    }
                    ApiRequest create = session.line().isOn(Flag.SERVER_SIDE)
                            ? serverSide(manifest)
                            : ApiRequest.Create.of(manifest.resource(), object);
                    return ask(manifest, null, create);
                });
    }

    private Completion<Boolean> merged(Manifest manifest, KubernetesObject live) {
        if (session.line().isOn(Flag.SERVER_SIDE)) {
            return ask(manifest, live, serverSide(manifest));
        }
        String applied = live.metadata().annotations().get(LastApplied.ANNOTATION);
        Map<String, Object> last = applied == null ? new LinkedHashMap<>() : codec.tree(applied);
        ApplyPatch patch = ApplyPatch.of(
                session.tools().schema(),
                live,
                last,
                codec.tree(LastApplied.text(codec, manifest.object())),
                codec.encode(live));
        if (patch.tree().isEmpty()) {
            return Completion.of(true);
        }
        return ask(
                manifest,
                live,
                new ApiRequest.Patch(
                        manifest.resource(),
                        live.key().namespace(),
                        live.metadata().name(),
                        "",
                        patch.change()));
    }

    private ApiRequest serverSide(Manifest manifest) {
        KubernetesObject object = manifest.object();
        return new ApiRequest.Patch(
                manifest.resource(),
                object.key().namespace(),
                object.metadata().name(),
                "",
                new ApiRequest.Change.Document("application/apply-patch+yaml", codec.encode(object)));
    }

    /** Has the server do everything but the writing. */
    private Completion<Boolean> ask(Manifest manifest, @Nullable KubernetesObject live, ApiRequest request) {
        boolean serverSide = session.line().isOn(Flag.SERVER_SIDE);
        String manager =
                session.line().value(Flag.FIELD_MANAGER).orElse(serverSide ? "kubectl" : "kubectl-client-side-apply");
        boolean force = session.line().isOn(Flag.FORCE_CONFLICTS);
        List<String> options = serverSide
                ? List.of("dryRun=All", "fieldManager=" + manager, "force=" + force)
                : List.of("dryRun=All", "fieldManager=" + manager);
        return session.send(request, options).map(response -> {
            if (response instanceof ApiResponse.One merged) {
                pairs.put(fileOf(manifest), pair(live, merged.object()));
                return true;
            }
            session.fail(response, "");
            return false;
        });
    }

    private static String fileOf(Manifest manifest) {
        ResourceType resource = manifest.resource();
        String group = resource.group().isEmpty() ? "" : resource.group() + ".";
        return group + resource.version() + "." + resource.kind() + "."
                + manifest.object().key().namespace() + "."
                + manifest.object().metadata().name();
    }

    private Pair pair(@Nullable KubernetesObject live, KubernetesObject merged) {
        Map<String, Object> before = live == null ? new LinkedHashMap<>() : tree(live);
        Map<String, Object> after = tree(merged);
        if (merged.kind().equals("Secret")) {
            mask(before, after);
        }
        return new Pair(live == null ? "" : yaml(before), yaml(after));
    }

    /** An object as the server writes it, without what no user means. */
    private Map<String, Object> tree(KubernetesObject object) {
        Map<String, Object> tree = codec.encode(object);
        session.tools()
                .schema()
                .typeOf(object.apiVersion(), object.kind())
                .ifPresent(type ->
                        new EmptyTimes(session.tools().schema(), session.tools().version()).addTo(type, tree));
        if (!session.line().isOn(Flag.SHOW_MANAGED_FIELDS) && tree.get("metadata") instanceof Map<?, ?> metadata) {
            metadata.remove("managedFields");
        }
        return tree;
    }

    /** Hides the values of a Secret, but not whether they differ. */
    private static void mask(Map<String, Object> before, Map<String, Object> after) {
        Map<String, Object> old = data(before);
        Map<String, Object> young = data(after);
        old.replaceAll((key, value) -> {
            Object other = young.get(key);
            boolean differs = other != null && !other.equals(value);
            if (other != null) {
                young.put(key, differs ? "*** (after)" : "***");
            }
            return differs ? "*** (before)" : "***";
        });
        young.replaceAll((key, value) -> old.containsKey(key) ? value : "***");
    }

    @SuppressWarnings("unchecked") // trees have only names as keys
    private static Map<String, Object> data(Map<String, Object> secret) {
        return secret.get("data") instanceof Map<?, ?> data ? (Map<String, Object>) data : new LinkedHashMap<>();
    }

    private String yaml(Map<String, Object> tree) {
        return GoYamlWriter.write(codec.tree(codec.sortedJson(tree)));
    }

    private void print() {
        String before = "/tmp/LIVE-" + number() + "/";
        String after = "/tmp/MERGED-" + number() + "/";
        String time = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSSSSS xx", Locale.ROOT)
                .withZone(ZoneOffset.UTC)
                .format(session.tools().clock().get());
        pairs.forEach((file, pair) -> {
            String hunks = UnifiedDiff.of(pair.live(), pair.merged());
            if (!hunks.isEmpty()) {
                session.print("diff -u -N " + before + file + " " + after + file);
                session.print("--- " + before + file + "\t" + time);
                session.print("+++ " + after + file + "\t" + time);
                session.printText(hunks);
                session.endWith(1);
            }
        });
    }

    /** The random part of a directory's name. */
    private long number() {
        return session.tools().names().nextInt(Integer.MAX_VALUE);
    }
}
