package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.authn.Authentication;
import dev.wavetank.model.apiserver.authn.Authenticator;
import dev.wavetank.model.apiserver.authn.Credentials;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Authorizer;
import dev.wavetank.model.apiserver.request.Handler;
import dev.wavetank.sim.Completion;

/** The stations that every request passes, first to last: authentication, authorization, routing by verb. */
final class RequestPath {

    private RequestPath() {}

    static Handler authentication(Authenticator authenticator, Handler next) {
        return context -> {
            Credentials credentials = Credentials.ofToken(context.call().token());
            return authenticator.authenticate(credentials) instanceof Authentication.Known known
                    ? next.handle(context.authenticatedAs(known.user()))
                    : refuse(Status.unauthorized());
        };
    }

    static Handler authorization(Authorizer authorizer, Handler next) {
        return context -> {
            Attributes attributes = Attributes.of(context.user(), context.request());
            return authorizer
                    .authorize(attributes)
                    .then(decision -> decision.isAllowed()
                            ? next.handle(context)
                            : refuse(attributes.forbidden(decision.reason())));
        };
    }

    static Handler routing(
            Reads reads, Creations creations, Updates updates, Deletions deletions, Evictions evictions) {
        return context -> {
            ApiRequest request = context.request();
            if (request instanceof ApiRequest.Get get) {
                return reads.get(get);
            }
            if (request instanceof ApiRequest.List list) {
                return reads.list(list);
            }
            if (request instanceof ApiRequest.Create create) {
                return switch (create.subresource()) {
                    case "" -> creations.create(context, create);
                    case "binding" -> updates.bind(context, create);
                    case "eviction" -> evictions.evict(context, create);
                    default -> refuse(Status.noSuchResource());
                };
            }
            if (request instanceof ApiRequest.Update update) {
                return updates.update(context, update);
            }
            if (request instanceof ApiRequest.Patch patch) {
                return updates.patch(context, patch);
            }
            if (request instanceof ApiRequest.Delete delete) {
                return deletions.delete(context, delete);
            }
            throw new AssertionError("no case for " + request);
        };
    }

    static Completion<ApiResponse> refuse(Status status) {
        return Completion.of(new ApiResponse.Failed(status));
    }
}
