package dev.wavetank.model.apiserver.inprocess;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Credentials;
import dev.wavetank.model.api.ImpersonationConfig;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchRequest;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.chain.Incoming;
import dev.wavetank.model.apiserver.chain.RequestInFlight;
import dev.wavetank.model.apiserver.resource.ResourceTable;
import dev.wavetank.model.http.EndingSender;
import dev.wavetank.model.http.RequestUri;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.network.StreamSender;

/**
 * A watch of a simulated component. The answer of the chain is that it has begun, or why not.
 *
 * @param request as it came
 * @param version in which it came
 * @param sender takes the events
 * @param watches serves it
 * @param ended done when it is over, whoever has ended it
 */
public record TypedWatch(
        WatchRequest request,
        TypedVersion version,
        StreamSender<WatchEvent> sender,
        WatchService watches,
        Completion<Boolean> ended)
        implements Incoming {

    /** A watch that has just come. */
    public TypedWatch(
            WatchRequest request, ResourceTable table, StreamSender<WatchEvent> sender, WatchService watches) {
        this(request, TypedVersion.of(table, request.resource()), sender, watches, new Completion<>());
    }

    @Override
    public Attributes attributes(User user) {
        return Attributes.of(user, version.onTheWire(request));
    }

    @Override
    public Credentials credentials() {
        return request.identity().credentials();
    }

    @Override
    public ImpersonationConfig impersonation() {
        return request.identity().impersonation();
    }

    @Override
    public boolean isMutating() {
        return false;
    }

    @Override
    public boolean isLongRunning() {
        return true;
    }

    @Override
    public String userAgent() {
        return request.userAgent();
    }

    @Override
    public String uri() {
        return RequestUri.of(version.onTheWire(request));
    }

    @Override
    public Object body() {
        return null;
    }

    @Override
    public void whenEnded(Runnable action) {
        ended.whenDone(over -> action.run());
    }

    @Override
    public Completion<ApiResponse> execute(RequestInFlight passage) {
        StreamSender<WatchEvent> events = version.converting(new EndingSender<>(sender, () -> ended.complete(true)));
        return Completion.of(watches.open(version.executed(request), events));
    }
}
