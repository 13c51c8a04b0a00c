package dev.wavetank.model.apiserver.chain;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.authn.Authenticator;
import dev.wavetank.model.apiserver.authz.Authorizer;
import dev.wavetank.model.apiserver.request.Recovery;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;

/**
 * The way of a request through the server, in the order of Kubernetes' own chain:
 *
 * <ol>
 *   <li>the recovery from exceptions, which stands around all that follows: 500,
 *   <li>links of the user, who may hand in some ({@link Link}),
 *   <li>the request timeout, 60 s: 504,
 *   <li>authentication: 401,
 *   <li>the audit log,
 *   <li>impersonation: 403,
 *   <li>the limits of requests in flight: 429,
 *   <li>the work of the server itself, which takes time on its processors,
 *   <li>authorization: 403,
 *   <li>and at the end the execution: decoding (when it came as bytes), mutating admission, validation, validating
 *       admission, the registry, etcd, and the object as it is stored now as response.
 * </ol>
 *
 * <p>What is wanted ({@code RequestInfo}) is known from the beginning: the front that took the request knows it.
 */
public final class RequestChain {

    private final Link.Next first;

    private RequestChain(Link.Next first) {
        this.first = first;
    }

    /**
     * The chain of one server.
     *
     * @param recovery answers when the code of a request throws
     * @param parts what its owner decides
     * @param flow how much it does at once, and how fast
     */
    public static RequestChain of(Context context, Recovery recovery, Parts parts, FlowControl flow) {
        List<Link> links = new ArrayList<>();
        links.add(new RecoveryLink(recovery));
        links.addAll(parts.links());
        links.add(new RequestTimeout(context, flow.requestTimeout()));
        links.add(new AuthenticationLink(context, parts.authenticator(), parts.audit()));
        if (parts.audit() != AuditLink.NONE) {
            links.add(parts.audit());
        }
        links.add(new ImpersonationLink(parts.authorizer(), parts.namesGroups()));
        links.add(new MaxInFlight(context, flow.maxRequestsInflight(), flow.maxMutatingRequestsInflight()));
        // A second time, so that what counts the requests in flight gets an answer for each.
        links.add(new RecoveryLink(recovery));
        links.add(new ServerWork(context, recovery, flow));
        links.add(new AuthorizationLink(context, parts.authorizer(), recovery, parts.namesGroups()));
        Link.Next next = passage -> passage.incoming().execute(passage).map(response -> {
            passage.markExecuted();
            return response;
        });
        for (int i = links.size() - 1; i >= 0; i--) {
            next = before(links.get(i), next);
        }
        return new RequestChain(next);
    }

    /**
     * What a chain is made of.
     *
     * @param authenticator who is who
     * @param authorizer who may do what
     * @param audit the audit log, or {@link AuditLink#NONE}
     * @param namesGroups whether refusals name resource and API group apart
     * @param links links around all others, outermost first
     */
    public record Parts(
            Authenticator authenticator,
            Authorizer authorizer,
            AuditLink audit,
            boolean namesGroups,
            List<Link> links) {

        /** Keeps a copy of the list. */
        public Parts {
            links = List.copyOf(links);
        }
    }

    private static Link.Next before(Link link, Link.Next next) {
        return passage -> link.handle(passage, next);
    }

    /** The answer to a request, now or later. */
    public Completion<ApiResponse> handle(RequestInFlight passage) {
        return first.handle(passage);
    }

    static Completion<ApiResponse> refuse(Status status) {
        return Completion.of(new ApiResponse.Failed(status));
    }
}
