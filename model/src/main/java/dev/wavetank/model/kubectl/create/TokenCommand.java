package dev.wavetank.model.kubectl.create;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.kubectl.create.generator.Trees;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;

/** {@code create token}: has the server make a token for a service account (create_token.go, v1.32). */
public final class TokenCommand implements Command {

    private static final ResourceType REQUESTS =
            new ResourceType("authentication.k8s.io", "v1", "TokenRequest", "tokenrequests", true);

    private final Session session;
    private final Invocation line;
    private final String account;
    private final long nanos;

    /** Checks the command line. */
    public TokenCommand(Session session) {
        this.session = session;
        this.line = session.line();
        this.account = Trees.name(session);
        this.nanos = line.span(Flag.DURATION);
        if (nanos < 0) {
            throw new UsageException("--duration must be greater than or equal to 0");
        }
        if (nanos % VirtualTime.SECOND != 0) {
            throw new UsageException("--duration cannot be expressed in units less than seconds");
        }
        if (line.each(Flag.AUDIENCE).contains("")) {
            throw new UsageException("--audience must not be an empty string");
        }
        checkBoundObject();
    }

    private void checkBoundObject() {
        String kind = line.value(Flag.BOUND_OBJECT_KIND).orElse("");
        boolean named = !line.value(Flag.BOUND_OBJECT_NAME).orElse("").isEmpty();
        if (kind.isEmpty()) {
            if (named) {
                throw new UsageException("--bound-object-name can only be set if --bound-object-kind is provided");
            }
            if (!line.value(Flag.BOUND_OBJECT_UID).orElse("").isEmpty()) {
                throw new UsageException("--bound-object-uid can only be set if --bound-object-kind is provided");
            }
            return;
        }
        List<String> kinds = session.has(Feature.KUBECTL_NODE_BOUND_TOKENS)
                ? List.of("Node", "Pod", "Secret")
                : List.of("Pod", "Secret");
        if (!kinds.contains(kind)) {
            throw new UsageException("supported --bound-object-kind values are " + String.join(", ", kinds));
        }
        if (!named) {
            throw new UsageException("--bound-object-name is required if --bound-object-kind is provided");
        }
        throw new UsageException(
                "--bound-object-kind is not simulated: the server binds a token to its service account only");
    }

    @Override
    public Completion<Boolean> run() {
        Map<String, Object> spec = Trees.of();
        if (!line.each(Flag.AUDIENCE).isEmpty()) {
            spec.put("audiences", line.each(Flag.AUDIENCE));
        }
        if (nanos > 0) {
            spec.put("expirationSeconds", nanos / VirtualTime.SECOND);
        }
        KubernetesObject body = session.tools()
                .codec()
                .decode(Trees.of("apiVersion", "authentication.k8s.io/v1", "kind", "TokenRequest", "spec", spec));
        return session.send(
                        new ApiRequest.Create(Resources.SERVICE_ACCOUNTS, session.namespace(), account, "token", body))
                .map(response -> {
                    if (response instanceof ApiResponse.One one) {
                        print(one.object());
                        return true;
                    }
                    if (response instanceof ApiResponse.Failed failed) {
                        session.fail("error: failed to create token: "
                                + failed.status().message());
                        return true;
                    }
                    String path =
                            "/api/v1/namespaces/" + session.namespace() + "/serviceaccounts/" + account + "/token";
                    session.fail("error: failed to create token: Post \""
                            + session.tools().rest().url(path) + "\": "
                            + session.tools().errors().cause((ApiResponse.Unreachable) response));
                    return true;
                });
    }

    /** The bare token, with no line end: the output of the command is no terminal. */
    private void print(KubernetesObject answer) {
        if (session.format().isEmpty()) {
            session.printText(session.fields(answer).text("status.token"));
        } else {
            session.printTyped(REQUESTS, answer, "created");
        }
    }
}
