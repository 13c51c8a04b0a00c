package dev.wavetank.model.scenario;

import dev.wavetank.model.controller.KubernetesController;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The names of the components of a cluster, as faults, settings and traces use them. */
public final class ComponentNames {

    /** The store, when it has one member. */
    public static final String ETCD = "etcd";

    /** The setting for the number of members of the store. */
    public static final String ETCD_MEMBERS = "etcd.members";

    /** The API server, when there is one. */
    public static final String API_SERVER = "kube-apiserver";

    /** The setting for the number of API servers. */
    public static final String API_SERVER_COUNT = "kube-apiserver.count";

    /** The maximum number of API servers, controller managers or schedulers. */
    private static final int MOST_OF_A_KIND = 9;

    /** The controller manager, when there is one. */
    public static final String CONTROLLER_MANAGER = "kube-controller-manager";

    /** The setting for the number of controller managers. */
    public static final String CONTROLLER_MANAGER_COUNT = "kube-controller-manager.count";

    /** The scheduler, when there is one. */
    public static final String SCHEDULER = "kube-scheduler";

    /** The setting for the number of schedulers. */
    public static final String SCHEDULER_COUNT = "kube-scheduler.count";

    /** The prefix of the names of webhook servers. */
    public static final String WEBHOOKS = "webhook/";

    /** The beginning of the names of CSI drivers, after which come node and driver. */
    private static final String DRIVERS = "csi/";

    private static final String CSI_DRIVERS = "kubelet.csi-drivers";

    /** The users' command. */
    public static final String KUBECTL = "kubectl";

    /** A pattern for the kubelets of all nodes. */
    public static final String ALL_KUBELETS = "kubelet/*";

    private static final int MOST_ETCD_MEMBERS = 7;
    private static final List<String> ANY_ETCD_MEMBER = everyEtcdMember();
    private static final List<String> ANY_API_SERVER = any(API_SERVER);
    private static final List<String> ANY_CONTROLLER_MANAGER = any(CONTROLLER_MANAGER);
    private static final List<String> ANY_SCHEDULER = any(SCHEDULER);

    private ComponentNames() {}

    /**
     * The members of the store: {@link #ETCD}, or {@code etcd-1} and so on when {@link #ETCD_MEMBERS} is more than 1.
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
        return ANY_ETCD_MEMBER;
    }

    private static List<String> everyEtcdMember() {
        List<String> names = new ArrayList<>();
        names.add(ETCD);
        for (int number = 1; number <= MOST_ETCD_MEMBERS; number++) {
            names.add(ETCD + "-" + number);
        }
        return Collections.unmodifiableList(names);
    }

    /** A pattern for all members of the store. */
    public static String allEtcdMembers(ClusterSpec cluster) {
        return etcdMembers(cluster).size() == 1 ? ETCD : ETCD + "-*";
    }

    /**
     * The API servers: {@link #API_SERVER}, or {@code kube-apiserver-0} and so on when {@link #API_SERVER_COUNT} is
     * more than 1.
     *
     * @throws IllegalArgumentException when the setting is not a number from 1 to 9
     */
    public static List<String> apiServers(ClusterSpec cluster) {
        return several(cluster, API_SERVER_COUNT, API_SERVER);
    }

    /**
     * The controller managers, of which one leads: {@link #CONTROLLER_MANAGER}, or {@code kube-controller-manager-0}
     * and so on when {@link #CONTROLLER_MANAGER_COUNT} is more than 1.
     *
     * @throws IllegalArgumentException when the setting is not a number from 1 to 9
     */
    public static List<String> controllerManagers(ClusterSpec cluster) {
        return several(cluster, CONTROLLER_MANAGER_COUNT, CONTROLLER_MANAGER);
    }

    /**
     * The schedulers, of which one leads: {@link #SCHEDULER}, or {@code kube-scheduler-0} and so on when {@link
     * #SCHEDULER_COUNT} is more than 1.
     *
     * @throws IllegalArgumentException when the setting is not a number from 1 to 9
     */
    public static List<String> schedulers(ClusterSpec cluster) {
        return several(cluster, SCHEDULER_COUNT, SCHEDULER);
    }

    private static List<String> several(ClusterSpec cluster, String setting, String name) {
        String count = cluster.settings().getOrDefault(setting, "1");
        if (count.equals("1")) {
            return List.of(name);
        }
        if (!count.matches("[1-9]")) {
            throw new IllegalArgumentException(
                    setting + " must be from 1 to " + MOST_OF_A_KIND + ", was '" + count + "'");
        }
        List<String> names = new ArrayList<>();
        for (int number = 0; number < Integer.parseInt(count); number++) {
            names.add(name + "-" + number);
        }
        return names;
    }

    /** Every name that an API server has in some cluster. */
    public static List<String> anyApiServers() {
        return ANY_API_SERVER;
    }

    /** Every name that a controller manager has in some cluster. */
    public static List<String> anyControllerManagers() {
        return ANY_CONTROLLER_MANAGER;
    }

    /** Every name that a scheduler has in some cluster. */
    public static List<String> anySchedulers() {
        return ANY_SCHEDULER;
    }

    private static List<String> any(String name) {
        List<String> names = new ArrayList<>(List.of(name));
        for (int number = 0; number < MOST_OF_A_KIND; number++) {
            names.add(name + "-" + number);
        }
        return Collections.unmodifiableList(names);
    }

    /** A pattern for all API servers. */
    public static String allApiServers(ClusterSpec cluster) {
        return apiServers(cluster).size() == 1 ? API_SERVER : API_SERVER + "-*";
    }

    /** A pattern for all controller managers. */
    public static String allControllerManagers(ClusterSpec cluster) {
        return controllerManagers(cluster).size() == 1 ? CONTROLLER_MANAGER : CONTROLLER_MANAGER + "-*";
    }

    /** A pattern for all schedulers. */
    public static String allSchedulers(ClusterSpec cluster) {
        return schedulers(cluster).size() == 1 ? SCHEDULER : SCHEDULER + "-*";
    }

    /** The kubelet of a node. */
    public static String kubelet(String node) {
        return "kubelet/" + node;
    }

    /** The container runtime of a node. */
    public static String runtime(String node) {
        return "runtime/" + node;
    }

    /** The kube-proxy of a node. */
    public static String proxy(String node) {
        return "kube-proxy/" + node;
    }

    /** Whether the nodes of a cluster have kube-proxies: only load, DNS and who asks for them need them. */
    public static boolean hasProxies(ClusterSpec cluster) {
        return cluster.addOns().stream()
                .anyMatch(one -> one instanceof AddOn.Load
                        || one instanceof TrafficAddOn.ClusterDns
                        || one instanceof TrafficAddOn.KubeProxies);
    }

    /**
     * The actors of requests, where a component has several: the controllers and the informers of the controller
     * manager, and the commands of users.
     */
    public static List<String> actors() {
        Set<String> actors = new LinkedHashSet<>();
        for (KubernetesController controller : KubernetesController.values()) {
            actors.add(controller.userAgent());
        }
        actors.addAll(List.of(
                "shared-informers",
                "leader-election",
                "kubectl-apply",
                "kubectl-create",
                "kubectl-delete",
                "kubectl-run",
                "kubectl-scale"));
        return List.copyOf(actors);
    }

    /** All components of a cluster that a fault may name. */
    public static List<String> of(ClusterSpec cluster) {
        List<String> names = withoutNodes(cluster);
        for (int number = 1; number <= cluster.nodeCount(); number++) {
            names.addAll(onNode(cluster, number));
        }
        return names;
    }

    /** The components on the node of a number. */
    static List<String> onNode(ClusterSpec cluster, int number) {
        String node = cluster.nameOf(number);
        List<String> names = new ArrayList<>(List.of(kubelet(node), runtime(node)));
        if (hasProxies(cluster)) {
            names.add(proxy(node));
        }
        PodNetworkAddOn.of(cluster.addOns()).ifPresent(network -> names.add(network.on(node)));
        drivers(cluster, number).forEach(driver -> names.add(DRIVERS + node + "/" + driver));
        return names;
    }

    /** The CSI drivers of a node, by name. */
    private static List<String> drivers(ClusterSpec cluster, int number) {
        String own = cluster.poolOf(number)
                .map(pool -> pool.settings().get(CSI_DRIVERS))
                .orElse(cluster.settings().get(CSI_DRIVERS));
        return own == null || own.isBlank()
                ? List.of()
                : Arrays.stream(own.split(","))
                        .map(String::strip)
                        .filter(one -> !one.isEmpty())
                        .toList();
    }

    /** The same without what is on nodes. */
    static List<String> withoutNodes(ClusterSpec cluster) {
        List<String> names = new ArrayList<>(etcdMembers(cluster));
        names.addAll(apiServers(cluster));
        names.addAll(controllerManagers(cluster));
        names.addAll(schedulers(cluster));
        names.add(KUBECTL);
        cluster.addOns().stream().filter(one -> !one.isOnNodes()).forEach(one -> names.add(one.component()));
        return names;
    }
}
