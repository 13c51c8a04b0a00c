package dev.wavetank.model.cluster;

import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.sim.random.RandomStreams;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How the components of a cluster reach its API servers.
 *
 * @param spec the cluster
 * @param random of the run
 */
record ClusterClients(ClusterSpec spec, RandomStreams random) {

    /** The component's name is also its token and its user agent. */
    ApiClient.Credentials credentials(String component) {
        return new ApiClient.Credentials(serversFor(component), component, component);
    }

    /** The API servers as a component tries them: the seed selects the first, so that clients are spread over them. */
    List<String> serversFor(String component) {
        List<String> servers = new ArrayList<>(ComponentNames.apiServers(spec));
        if (servers.size() > 1) {
            int first = random.stream(component + "/api-server").nextInt(servers.size());
            Collections.rotate(servers, -first);
        }
        return servers;
    }
}
