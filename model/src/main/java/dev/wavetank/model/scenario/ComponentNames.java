package dev.wavetank.model.scenario;

import java.util.ArrayList;
import java.util.List;

/** The names of the components of a cluster, as faults, settings and traces use them. */
public final class ComponentNames {

    /** The store. */
    public static final String ETCD = "etcd";

    /** The API server. */
    public static final String API_SERVER = "kube-apiserver";

    /** The controller manager. */
    public static final String CONTROLLER_MANAGER = "kube-controller-manager";

    /** The scheduler. */
    public static final String SCHEDULER = "kube-scheduler";

    /** The users' command. */
    public static final String KUBECTL = "kubectl";

    /** A pattern for the kubelets of all nodes. */
    public static final String ALL_KUBELETS = "kubelet/*";

    private ComponentNames() {}

    /** The kubelet of a node. */
    public static String kubelet(String node) {
        return "kubelet/" + node;
    }

    /** The container runtime of a node. */
    public static String runtime(String node) {
        return "runtime/" + node;
    }

    /**
     * The names under which components make requests where their own name does not say it all: the controllers
     * and the informers of the controller manager, and the commands of users.
     */
    public static List<String> actors() {
        return List.of(
                "deployment-controller",
                "replicaset-controller",
                "generic-garbage-collector",
                "resourcequota-controller",
                "shared-informers",
                "kubectl-apply",
                "kubectl-create",
                "kubectl-delete",
                "kubectl-run",
                "kubectl-scale");
    }

    /** All components of a cluster that a fault may name. */
    public static List<String> of(ClusterSpec cluster) {
        List<String> names = new ArrayList<>(List.of(ETCD, API_SERVER, CONTROLLER_MANAGER, SCHEDULER, KUBECTL));
        for (int number = 1; number <= cluster.nodes(); number++) {
            names.add(kubelet(ClusterSpec.nodeName(number)));
            names.add(runtime(ClusterSpec.nodeName(number)));
        }
        return names;
    }
}
