package dev.wavetank.model.scenario;

import java.util.ArrayList;
import java.util.List;

/** The names of the components of a cluster, as faults, settings and traces use them. */
public final class ComponentNames {

    /** The store, when it has one member. */
    public static final String ETCD = "etcd";

    /** The setting that says how many members the store has. */
    public static final String ETCD_MEMBERS = "etcd.members";

    /** The API server, when there is one. */
    public static final String API_SERVER = "kube-apiserver";

    /** The setting that says how many API servers there are. */
    public static final String API_SERVER_COUNT = "kube-apiserver.count";

    /** How many API servers there can be. */
    private static final int MOST_API_SERVERS = 9;

    /** The controller manager. */
    public static final String CONTROLLER_MANAGER = "kube-controller-manager";

    /** The scheduler. */
    public static final String SCHEDULER = "kube-scheduler";

    /** How the names of webhooks' servers begin. */
    public static final String WEBHOOKS = "webhook/";

    /** The users' command. */
    public static final String KUBECTL = "kubectl";

    /** A pattern for the kubelets of all nodes. */
    public static final String ALL_KUBELETS = "kubelet/*";

    private static final int MOST_ETCD_MEMBERS = 7;

    private ComponentNames() {}

    /**
     * The members of the store: {@link #ETCD}, or {@code etcd-1} and so on when {@link #ETCD_MEMBERS} asks for
     * several.
     *
     * @throws IllegalArgumentException when the setting is not 1, 3, 5 or 7
     */
    public static List<String> etcdMembers(ClusterSpec cluster) {
        String members = cluster.settings().getOrDefault(ETCD_MEMBERS, "1");
        if (!List.of("1", "3", "5", "7").contains(members)) {
            throw new IllegalArgumentException(ETCD_MEMBERS + " must be 1, 3, 5 or 7, was '" + members + "'");
        }
        List<String> names = new ArrayList<>();
        for (int number = 1; number <= Integer.parseInt(members); number++) {
            names.add(ETCD + "-" + number);
        }
        return names.size() == 1 ? List.of(ETCD) : names;
    }

    /** Every name that a member of the store has in some cluster. */
    public static List<String> anyEtcdMembers() {
        List<String> names = new ArrayList<>();
        names.add(ETCD);
        for (int number = 1; number <= MOST_ETCD_MEMBERS; number++) {
            names.add(ETCD + "-" + number);
        }
        return names;
    }

    /** A pattern for all members of the store. */
    public static String allEtcdMembers(ClusterSpec cluster) {
        return etcdMembers(cluster).size() == 1 ? ETCD : ETCD + "-*";
    }

    /**
     * The API servers: {@link #API_SERVER}, or {@code kube-apiserver-0} and so on when {@link #API_SERVER_COUNT} asks
     * for several.
     *
     * @throws IllegalArgumentException when the setting is not a number from 1 to 9
     */
    public static List<String> apiServers(ClusterSpec cluster) {
        String count = cluster.settings().getOrDefault(API_SERVER_COUNT, "1");
        if (!count.matches("[1-9]")) {
            throw new IllegalArgumentException(
                    API_SERVER_COUNT + " must be from 1 to " + MOST_API_SERVERS + ", was '" + count + "'");
        }
        List<String> names = new ArrayList<>();
        for (int number = 0; number < Integer.parseInt(count); number++) {
            names.add(API_SERVER + "-" + number);
        }
        return names.size() == 1 ? List.of(API_SERVER) : names;
    }

    /** Every name that an API server has in some cluster. */
    public static List<String> anyApiServers() {
        List<String> names = new ArrayList<>(List.of(API_SERVER));
        for (int number = 0; number < MOST_API_SERVERS; number++) {
            names.add(API_SERVER + "-" + number);
        }
        return names;
    }

    /** A pattern for all API servers. */
    public static String allApiServers(ClusterSpec cluster) {
        return apiServers(cluster).size() == 1 ? API_SERVER : API_SERVER + "-*";
    }

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
                "replication-controller",
                "daemon-set-controller",
                "statefulset-controller",
                "generic-garbage-collector",
                "resourcequota-controller",
                "job-controller",
                "cronjob-controller",
                "ttl-after-finished-controller",
                "horizontal-pod-autoscaler",
                "shared-informers",
                "kubectl-apply",
                "kubectl-create",
                "kubectl-delete",
                "kubectl-run",
                "kubectl-scale");
    }

    /** All components of a cluster that a fault may name. */
    public static List<String> of(ClusterSpec cluster) {
        List<String> names = new ArrayList<>(etcdMembers(cluster));
        names.addAll(apiServers(cluster));
        names.addAll(List.of(CONTROLLER_MANAGER, SCHEDULER, KUBECTL));
        for (int number = 1; number <= cluster.nodes(); number++) {
            names.add(kubelet(ClusterSpec.nodeName(number)));
            names.add(runtime(ClusterSpec.nodeName(number)));
        }
        return names;
    }
}
