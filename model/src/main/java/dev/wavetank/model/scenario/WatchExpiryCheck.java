package dev.wavetank.model.scenario;

import dev.wavetank.model.apiserver.resource.ResourceTable;
import dev.wavetank.model.scenario.ModelFault.WatchExpiry;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.text.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Rejects expiries of watches that cannot be: of clients that watch nothing, of no API server, of no resource. */
final class WatchExpiryCheck {

    /** A namespace, the beginning of one, or all. */
    private static final Pattern PLACE = Pattern.compile("[a-z0-9-]*\\*?");

    private static final String FAULT = "fault watchExpiry names '";

    private WatchExpiryCheck() {}

    /**
     * Checks what is known without the actors of requests.
     *
     * @throws AbsentTargetException naming the pattern that matches nothing
     */
    static void check(ClusterSpec cluster, WatchExpiry expiry) {
        List<String> servers = ComponentNames.apiServers(cluster);
        if (!coversAny(expiry.server(), servers)) {
            throw new AbsentTargetException(
                    expiry.server(),
                    FAULT + expiry.server() + "', which is no API server: "
                            + Suggestion.question(expiry.server(), servers) + "choose from "
                            + String.join(", ", servers));
        }
        List<String> clients = new ArrayList<>(ComponentNames.of(cluster));
        clients.removeIf(name -> watchesNothing(cluster, name));
        boolean isOther =
                coversAny(expiry.client(), ComponentNames.of(cluster)) && !coversAny(expiry.client(), clients);
        if (isOther && !coversAny(expiry.client(), ComponentNames.actors())) {
            throw new AbsentTargetException(
                    expiry.client(),
                    FAULT + expiry.client() + "', which watches no API server: choose from "
                            + String.join(", ", clients));
        }
        checkObject(cluster.profile(), expiry.object());
    }

    private static boolean coversAny(String pattern, List<String> names) {
        return names.stream().anyMatch(name -> LinkSelector.covers(pattern, name));
    }

    private static boolean watchesNothing(ClusterSpec cluster, String component) {
        return ComponentNames.etcdMembers(cluster).contains(component)
                || ComponentNames.apiServers(cluster).contains(component)
                || component.startsWith(ComponentNames.runtime(""));
    }

    /** A custom resource is written with its group: whether the cluster will have it is not known. */
    private static void checkObject(KubernetesVersion version, String object) {
        List<String> plurals = ResourceTable.of(version).watched();
        int slash = object.indexOf('/');
        String plural = slash < 0 ? object : object.substring(0, slash);
        boolean isResource = plural.indexOf('.') > 0 || plurals.contains(plural);
        boolean isPrefix = slash < 0 && object.endsWith("*") && coversAny(object, plurals);
        boolean isOneResource = slash >= 0
                && isResource
                && PLACE.matcher(object.substring(slash + 1)).matches();
        if (!isPrefix && !isOneResource) {
            throw new AbsentTargetException(
                    object,
                    FAULT + object + "', which matches the watches of no resource of " + version + ": "
                            + (isResource ? "" : Suggestion.question(plural, plurals))
                            + "write a resource such as pods/*, in one namespace pods/default, or with the group of a"
                            + " custom resource widgets.example.com/*");
        }
    }
}
