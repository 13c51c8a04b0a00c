package dev.wavetank.model.kubectl.discovery;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.codec.CustomKinds;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.server.Answers;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.VerbSyntax;
import dev.wavetank.model.kubectl.wire.ClientLog;
import dev.wavetank.model.kubectl.wire.Output;
import dev.wavetank.model.kubectl.wire.RestClient;
import dev.wavetank.model.kubectl.wire.ServerErrors;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/**
 * Asks the server what it serves, as kubectl does before its first request for a resource, unless the answer of an
 * earlier command is still on the disk (client-go, discovery/discovery_client.go and discovery/cached/disk).
 *
 * <p>A server that has it sends everything in two documents; others send one for each group and version.
 */
public final class Discovery {

    private static final String JSON = "application/json";
    private static final String AGGREGATED = JSON + ";g=apidiscovery.k8s.io;v=";
    private static final String GROUP_LIST = "couldn't get current server API group list: ";
    private static final String TIMEOUT = "?timeout=32s";
    /** 1 would mean that there are differences. */
    private static final int DIFF_FAILED = 2;

    private static final long LIFETIME = 6 * VirtualTime.HOUR;
    private static final long OLD_LIFETIME = 10 * VirtualTime.MINUTE;

    private final Tools tools;
    private final DiscoveryCache cache;
    private final String server;

    /**
     * What a command has to ask with.
     *
     * @param rest sends requests
     * @param log prints what fails
     * @param output takes the error that ends the command
     * @param errors wording of the server's errors
     * @param codec reads documents
     * @param version of kubectl
     * @param now virtual time, in nanoseconds
     * @param done learns how many documents were read
     */
    public record Tools(
            RestClient rest,
            ClientLog log,
            Output output,
            ServerErrors errors,
            ObjectCodec codec,
            KubernetesVersion version,
            LongSupplier now,
            IntConsumer done) {}

    /** Discovery of the server that the client begins with. */
    public Discovery(Tools tools, DiscoveryCache cache) {
        this.tools = tools;
        this.cache = cache;
        this.server = tools.rest().server();
    }

    /**
     * Makes sure that it is known what the server serves.
     *
     * @param line the command
     * @return false when the command cannot go on; the error is printed then
     */
    public Completion<Boolean> ready(Invocation line) {
        return isKnown() ? Completion.of(true) : ask(line, Lookups.of(line));
    }

    /** Whether it stands on the disk what the server serves. */
    private boolean isKnown() {
        long lifetime = tools.version().has(Feature.KUBECTL_LONG_DISCOVERY_CACHE) ? LIFETIME : OLD_LIFETIME;
        return cache.read(server, tools.now().getAsLong(), lifetime).isPresent();
    }

    /** Asks once, unless it is known what the server serves; the command goes on whatever comes of that. */
    public Completion<Boolean> tried(Invocation line) {
        return isKnown()
                ? Completion.of(true)
                : read("/api").then(core -> {
                    Optional<ApiResponse> failure = failure(core);
                    failure.ifPresent(found -> complain("265", GROUP_LIST + cause(found, "/api")));
                    return failure.isPresent() ? Completion.of(true) : ready(line);
                });
    }

    /** Asks the server whatever is on the disk, because a name is not known there. */
    public Completion<Boolean> again(Invocation line) {
        cache.invalidate(server);
        return ask(line, 1);
    }

    /** Teaches the custom kinds that the server has named. */
    public void teach(CustomKinds kinds) {
        cache.read(server, tools.now().getAsLong(), Long.MAX_VALUE)
                .ifPresent(types -> types.teach(kinds, tools.codec()));
    }

    private Completion<Boolean> ask(Invocation line, int attempts) {
        return read("/api").then(core -> {
            Optional<ApiResponse> failure = failure(core);
            return failure.isPresent()
                    ? failed(line, failure.get(), attempts)
                    : read("/apis").then(groups -> {
                        Optional<ApiResponse> other = failure(groups);
                        return other.isPresent()
                                ? failed(line, other.get(), attempts)
                                : complete(List.of(body(core), body(groups)));
                    });
        });
    }

    private Completion<Boolean> failed(Invocation line, ApiResponse failure, int attempts) {
        if (!Lookups.validatesFiles(line)) {
            complain("265", GROUP_LIST + cause(failure, "/api"));
        }
        if (attempts > 1) {
            return ask(line, attempts - 1);
        }
        tools.output().fail(text(line, failure));
        if (line.verb() == VerbSyntax.DIFF) {
            tools.output().endWith(DIFF_FAILED);
        }
        return Completion.of(false);
    }

    /** The error of a command that cannot go on; one that reads files names the first of them. */
    private String text(Invocation line, ApiResponse failure) {
        if (line.list(Flag.FILENAME).isEmpty()) {
            return tools.errors().text(failure, "");
        }
        String file = GoText.quoted(line.list(Flag.FILENAME).get(0));
        if (Lookups.validatesFiles(line)) {
            return "error: error validating " + file + ": error validating data: failed to download openapi: "
                    + cause(failure, "/openapi/v2")
                    + "; if you choose to ignore these errors, turn validation off with --validate=false";
        }
        String start = switch (line.verb()) {
            case DESCRIBE, GET -> "";
            case SCALE -> "error: no objects passed to scale ";
            default -> "error: ";
        };
        return start + "unable to recognize " + file + ": " + cause(failure, "/api");
    }

    /** Keeps what the first two documents say, with the documents of each group that they only name. */
    private Completion<Boolean> complete(List<String> documents) {
        if (documents.get(1).contains("APIGroupDiscoveryList")) {
            return kept(documents);
        }
        List<String> paths = new ArrayList<>();
        ObjectFields core = new ObjectFields(tools.codec().tree(documents.get(0)));
        if (core.value("versions") instanceof List<?> versions) {
            versions.forEach(version -> paths.add("/api/" + version));
        }
        ObjectFields groups = new ObjectFields(tools.codec().tree(documents.get(1)));
        for (ObjectFields group : groups.list("groups")) {
            group.list("versions").forEach(version -> paths.add("/apis/" + version.text("groupVersion")));
        }
        List<Completion<Optional<String>>> answers = new ArrayList<>();
        if (tools.version().has(Feature.KUBECTL_PARALLEL_DISCOVERY)) {
            paths.forEach(path -> answers.add(group(path)));
            return gathered(answers, new ArrayList<>());
        }
        return oneByOne(paths, new ArrayList<>());
    }

    private Completion<Boolean> oneByOne(List<String> paths, List<String> documents) {
        return paths.isEmpty()
                ? kept(documents)
                : group(paths.get(0)).then(document -> {
                    document.ifPresent(documents::add);
                    return oneByOne(paths.subList(1, paths.size()), documents);
                });
    }

    private Completion<Boolean> gathered(List<Completion<Optional<String>>> answers, List<String> documents) {
        return answers.isEmpty()
                ? kept(documents)
                : answers.get(0).then(document -> {
                    document.ifPresent(documents::add);
                    return gathered(answers.subList(1, answers.size()), documents);
                });
    }

    private Completion<Boolean> kept(List<String> documents) {
        cache.write(server, tools.now().getAsLong(), new ServedTypes(documents));
        tools.done().accept(documents.size());
        return Completion.of(true);
    }

    /** The document of one group and version; a failure makes its kinds unknown, no more. */
    private Completion<Optional<String>> group(String path) {
        return read(path).map(reply -> {
            Optional<ApiResponse> failure = failure(reply);
            failure.ifPresent(response -> complain(
                    "287",
                    "couldn't get resource list for " + path.replaceFirst("/apis?/", "") + ": "
                            + cause(response, path)));
            return failure.isPresent() ? Optional.empty() : Optional.of(body(reply));
        });
    }

    private Completion<Reply<HttpResponse>> read(String path) {
        String accept = tools.version().has(Feature.KUBECTL_AGGREGATED_DISCOVERY)
                ? AGGREGATED + "v2;as=APIGroupDiscoveryList," + AGGREGATED + "v2beta1;as=APIGroupDiscoveryList," + JSON
                : JSON + ", */*";
        return tools.rest().get(path + TIMEOUT, accept);
    }

    /** Discovery does not read the Status that a failure may carry. */
    private Optional<ApiResponse> failure(Reply<HttpResponse> reply) {
        return Answers.failure(reply, tools.codec())
                .map(response -> response instanceof ApiResponse.Failed failed
                        ? new ApiResponse.Failed(Answers.generic(failed.status().code()))
                        : response);
    }

    private static String body(Reply<HttpResponse> reply) {
        return ((Reply.Answer<HttpResponse>) reply).value().body();
    }

    /** What klog shows of a failure. */
    private String cause(ApiResponse failure, String path) {
        return failure instanceof ApiResponse.Failed failed
                ? failed.status().message()
                : "Get \"" + tools.rest().url(path + TIMEOUT) + "\": "
                        + tools.errors().cause((ApiResponse.Unreachable) failure);
    }

    private void complain(String line, String message) {
        if (tools.version().has(Feature.KUBECTL_DISCOVERY_ERRORS)) {
            tools.log().error("memcache.go:" + line, message);
        }
    }
}
