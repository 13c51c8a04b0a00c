package dev.wavetank.model.apiserver;

import dev.wavetank.model.apiserver.audit.AuditBackend;
import dev.wavetank.model.apiserver.audit.AuditPolicy;
import dev.wavetank.model.apiserver.authn.Authenticator;
import dev.wavetank.model.apiserver.authz.Authorizer;
import dev.wavetank.model.apiserver.chain.Link;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * What a server has besides what its flags say: parts that somebody has written, and who listens to its audit log.
 *
 * @param authenticators asked before those of the flags
 * @param authorizers asked after {@code system:masters} and before those of the flags
 * @param links around the chain, outermost first
 * @param audit who gets the audit log, or {@link Audit#NONE}
 */
@RecordBuilder
public record ApiServerParts(
        List<Factory<Authenticator>> authenticators,
        List<Factory<Authorizer>> authorizers,
        List<Factory<Link>> links,
        Audit audit)
        implements ApiServerPartsBuilder.With {

    /** Nothing. */
    public static final ApiServerParts NONE = new ApiServerParts(List.of(), List.of(), List.of(), Audit.NONE);

    /**
     * Makes a part anew for every life of the server.
     *
     * @param <T> what it makes
     */
    @FunctionalInterface
    public interface Factory<T> {

        /** A part that has seen nothing yet. */
        T create(Context context, Endpoint endpoint);
    }

    /**
     * The audit log.
     *
     * @param policy what is written
     * @param backend who gets it, or null for nobody
     */
    public record Audit(AuditPolicy policy, AuditBackend backend) {

        /** Nobody listens, and nothing is computed. */
        public static final Audit NONE = new Audit(AuditPolicy.NOTHING, null);
    }

    /** Keeps copies. */
    public ApiServerParts {
        authenticators = List.copyOf(authenticators);
        authorizers = List.copyOf(authorizers);
        links = List.copyOf(links);
    }

    /** The same with one authenticator more. */
    public ApiServerParts withAuthenticator(Factory<Authenticator> factory) {
        return withAuthenticators(longer(authenticators, factory));
    }

    /** The same with one authorizer more. */
    public ApiServerParts withAuthorizer(Factory<Authorizer> factory) {
        return withAuthorizers(longer(authorizers, factory));
    }

    /** The same with one link more, inside the others. */
    public ApiServerParts withLink(Factory<Link> factory) {
        return withLinks(longer(links, factory));
    }

    /** The same with an audit log. */
    public ApiServerParts withAudit(AuditPolicy policy, AuditBackend backend) {
        return withAudit(new Audit(policy, backend));
    }

    private static <T> List<T> longer(List<T> list, T more) {
        List<T> longer = new ArrayList<>(list);
        longer.add(more);
        return longer;
    }

    static <T> List<T> made(List<Factory<T>> factories, Context context, Endpoint endpoint) {
        return factories.stream()
                .map(factory -> factory.create(context, endpoint))
                .toList();
    }
}
