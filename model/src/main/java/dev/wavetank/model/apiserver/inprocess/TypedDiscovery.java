package dev.wavetank.model.apiserver.inprocess;

import dev.wavetank.model.api.ApiResource;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Credentials;
import dev.wavetank.model.api.DiscoveryRequest;
import dev.wavetank.model.api.ImpersonationConfig;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.chain.Incoming;
import dev.wavetank.model.apiserver.chain.RequestInFlight;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.apiserver.resource.ServedResources;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A simulated component's question what is served. Every resource is reported once, in the version that components use,
 * with the other groups that serve its objects too.
 *
 * @param request as it came
 * @param served what there is at this moment
 */
public record TypedDiscovery(DiscoveryRequest request, ServedResources served) implements Incoming {

    @Override
    public Attributes attributes(User user) {
        return new Attributes(user, request.verb(), new Attributes.Path(request.subject()));
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
    public String userAgent() {
        return request.userAgent();
    }

    @Override
    public String uri() {
        return request.subject();
    }

    @Override
    public Object body() {
        return null;
    }

    @Override
    public Completion<ApiResponse> execute(RequestInFlight passage) {
        Map<ResourceType, ApiResource> resources = new LinkedHashMap<>();
        for (ServedResource resource : served.all()) {
            if (resource.subresource().isEmpty()) {
                ResourceType canonical = resource.canonical();
                ApiResource known = resources.computeIfAbsent(
                        canonical, missing -> new ApiResource(canonical, resource.verbs(), new ArrayList<>(1)));
                String group = resource.type().group();
                if (!group.equals(canonical.group())
                        && known.elsewhere().stream()
                                .noneMatch(other -> other.group().equals(group))) {
                    known.elsewhere().add(resource.type());
                }
            }
        }
        List<ApiResource> discovered = new ArrayList<>(resources.values());
        return Completion.of(new ApiResponse.Discovered(discovered));
    }
}
