package dev.wavetank.model.scenario;

import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.fault.StreamFault;
import dev.wavetank.sim.fault.swarm.KernelTargets;
import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.network.rule.LinkSelector.Direction;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.random.Ratio;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Draws the targets of faults in a cluster, where they have an effect. */
final class FaultTargets implements KernelTargets {

    private static final String KUBELET = "kubelet";
    private static final int MANY = 32;
    /** The smallest workloads bring about so many writes of a kind. */
    private static final int FEW = 3;

    /** Requests that carry every Deployment from its creation to running pods: who, what and to what. */
    private static final List<Write> JOURNEY = List.of(
            new Write("deployment-controller", "create", "replicasets/*", 1),
            new Write("deployment-controller", "update", "deployments/*", MANY),
            new Write("replicaset-controller", "create", "pods/*", MANY),
            new Write("replicaset-controller", "create", "pods/*", MANY),
            new Write("replicaset-controller", "update", "replicasets/*", MANY),
            new Write(ComponentNames.SCHEDULER, "create", "pods/*", MANY),
            new Write(KUBELET, "patch", "pods/*", MANY),
            new Write("replicaset-controller", "create", "events/*", MANY),
            new Write(ComponentNames.SCHEDULER, "create", "events/*", MANY));

    /** Requests that only some scenarios, or some faults, bring about: rollouts, deletions, quotas. */
    private static final List<Write> DETOURS = List.of(
            new Write("deployment-controller", "create", "replicasets/*", MANY),
            new Write("deployment-controller", "update", "replicasets/*", MANY),
            new Write("replicaset-controller", "delete", "pods/*", MANY),
            new Write("resourcequota-controller", "update", "resourcequotas/*", MANY),
            new Write("generic-garbage-collector", "delete", Anchor.ANY, MANY));

    private static final Ratio DETOUR = new Ratio(1, 16);

    private static final List<String> WATCHED =
            List.of(Anchor.ANY, Anchor.ANY, "pods/*", "pods/*", "replicasets/*", "deployments/*");

    /** @param most the greatest number that is drawn of such requests */
    private record Write(String actor, String verb, String subject, int most) {}

    private final ClusterSpec cluster;
    private final List<String> ownActors;
    private final List<String> namespaces;

    /**
     * Targets in a cluster.
     *
     * @param ownActors user agents of controllers that are not Kubernetes' own
     * @param namespaces where there are pods
     */
    FaultTargets(ClusterSpec cluster, List<String> ownActors, List<String> namespaces) {
        this.namespaces = namespaces;
        this.cluster = cluster;
        this.ownActors = ownActors;
    }

    /**
     * One of the first writes of a controller, of the scheduler or of a kubelet: of the component that a fault hits, if
     * it hits one of them, so that it hits while that component acts. Empty for faults of containers, which hit pods
     * that run, and not those that somebody has just written.
     */
    Optional<Anchor> write(Fault fault, RandomStream random) {
        if (fault instanceof ModelFault.ContainerExit
                || fault instanceof ModelFault.OomKill
                || fault instanceof ModelFault.SandboxExit
                || fault instanceof ModelFault.ReadinessFlap) {
            return Optional.empty();
        }
        String component = component(fault);
        Write write = drawWrite(actor -> acts(component, actor), random);
        String actor = write.actor().equals(KUBELET) && component.startsWith(KUBELET)
                ? component
                : voice(write.actor(), random);
        int nth = number(random, Math.min(write.most(), FEW));
        return Optional.of(new Anchor(actor, write.verb(), write.subject(), nth));
    }

    /** The component that a fault is about; a server when it is about nobody else. */
    private static String component(Fault fault) {
        if (fault instanceof ComponentFault hit) {
            return hit.component();
        } else if (fault instanceof LinkFault cut) {
            boolean fromServer = cut.links().one().startsWith(ComponentNames.API_SERVER);
            return fromServer ? cut.links().other() : cut.links().one();
        } else if (fault instanceof StreamFault broken) {
            return broken.streams().from();
        } else if (fault instanceof ModelFault.WatchExpiry expiry) {
            return expiry.client();
        } else if (fault instanceof ModelFault.NodeCrash crash) {
            return ComponentNames.kubelet(crash.node());
        } else if (fault instanceof NodeFault trouble) {
            return ComponentNames.kubelet(trouble.node());
        }
        return ComponentNames.API_SERVER;
    }

    /** Whether requests with this user agent come from the component, or go to it. */
    private static boolean acts(String component, String actor) {
        if (component.startsWith(ComponentNames.SCHEDULER)) {
            return actor.equals(ComponentNames.SCHEDULER);
        }
        if (component.startsWith(KUBELET)) {
            return actor.equals(KUBELET);
        }
        return !component.startsWith(ComponentNames.CONTROLLER_MANAGER)
                || !actor.equals(ComponentNames.SCHEDULER) && !actor.equals(KUBELET);
    }

    /** Whether the cluster has nodes. */
    boolean hasNodes() {
        return cluster.nodeCount() > 0;
    }

    /** The names of the members of etcd. */
    List<String> etcdMembers() {
        return ComponentNames.etcdMembers(cluster);
    }

    @Override
    public String crashing(RandomStream random) {
        String component = random.pick(
                List.of(ComponentNames.CONTROLLER_MANAGER, ComponentNames.SCHEDULER, ComponentNames.API_SERVER));
        return switch (component) {
            case ComponentNames.CONTROLLER_MANAGER -> one(ComponentNames.controllerManagers(cluster), random);
            case ComponentNames.SCHEDULER -> one(ComponentNames.schedulers(cluster), random);
            default -> oneServer(random);
        };
    }

    /** One of the API servers. */
    private String oneServer(RandomStream random) {
        return one(ComponentNames.apiServers(cluster), random);
    }

    private static String one(List<String> names, RandomStream random) {
        return names.size() == 1 ? names.get(0) : random.pick(names);
    }

    /** All API servers, or one of several. */
    private String server(RandomStream random) {
        return ComponentNames.apiServers(cluster).size() == 1 || random.nextInt(2) == 0
                ? ComponentNames.allApiServers(cluster)
                : oneServer(random);
    }

    @Override
    public String timed(RandomStream random) {
        int other = random.nextInt(3);
        if (other == 0) {
            return one(ComponentNames.etcdMembers(cluster), random);
        }
        return other == 1 && cluster.nodeCount() > 0 ? ComponentNames.kubelet(node(random)) : crashing(random);
    }

    PodTarget pod(RandomStream random) {
        return new PodTarget(namespace(random), "", number(random, 8) - 1);
    }

    /** A namespace with pods. */
    String namespace(RandomStream random) {
        return one(namespaces, random);
    }

    String node(RandomStream random) {
        return cluster.nameOf((int) random.between(1, cluster.nodeCount()));
    }

    /** The links between the API servers, or one of them, and one of their clients. */
    @Override
    public LinkSelector links(RandomStream random) {
        return new LinkSelector(client(random), server(random));
    }

    @Override
    public LinkSelector oneWay(RandomStream random) {
        String client = client(random);
        int direction = random.nextInt(4);
        String server = server(random);
        return switch (direction) {
            case 0 -> new LinkSelector(client, server, Direction.FORWARD);
            case 1 -> new LinkSelector(server, client, Direction.FORWARD);
            default -> new LinkSelector(client, server);
        };
    }

    /** A few writes: of a controller, of the scheduler, of a kubelet, or of an API server to etcd. */
    @Override
    public CallRule requests(CallRule.Outcome outcome, RandomStream random) {
        Write write = drawWrite(actor -> true, random);
        CallSelector calls = random.chance(new Ratio(1, 8))
                ? toEtcd(random)
                : new CallSelector(voice(write.actor(), random), server(random), write.verb(), write.subject());
        return new CallRule(calls, outcome, number(random, write.most()), number(random, 4));
    }

    private CallSelector toEtcd(RandomStream random) {
        return new CallSelector(server(random), ComponentNames.allEtcdMembers(cluster), Anchor.ANY, Anchor.ANY);
    }

    /** The watches of one component, or one of them. */
    @Override
    public CallSelector streams(RandomStream random) {
        int client = random.nextInt(8);
        return client == 0 ? toEtcd(random) : watches(client, random);
    }

    /** The same of a client of an API server. */
    CallSelector watches(RandomStream random) {
        return watches((int) random.between(1, 7), random);
    }

    private CallSelector watches(int client, RandomStream random) {
        return switch (client) {
            case 1 -> new CallSelector(voice(KUBELET, random), server(random), "watch", Anchor.ANY);
            case 2 ->
                new CallSelector(
                        ComponentNames.allSchedulers(cluster),
                        server(random),
                        "watch",
                        random.pick(List.of("pods/*", "nodes/*")));
            default ->
                new CallSelector(
                        ComponentNames.allControllerManagers(cluster), server(random), "watch", random.pick(WATCHED));
        };
    }

    private Write drawWrite(Predicate<String> actor, RandomStream random) {
        if (!ownActors.isEmpty() && random.nextInt(2) == 0) {
            String verb = random.pick(List.of("create", "update", Anchor.ANY));
            return new Write(random.pick(ownActors), verb, Anchor.ANY, MANY);
        }
        List<Write> suitable = writes(random.chance(DETOUR) ? DETOURS : JOURNEY, actor);
        return random.pick(suitable.isEmpty() ? writes(JOURNEY, actor) : suitable);
    }

    private static List<Write> writes(List<Write> among, Predicate<String> actor) {
        return among.stream().filter(write -> actor.test(write.actor())).toList();
    }

    /** 1 in two of three draws, 2 or 3 in two of nine, and so on by powers of two: small clusters do little. */
    private static int number(RandomStream random, int most) {
        int low = 1;
        while (2 * low <= most && random.nextInt(3) == 0) {
            low *= 2;
        }
        return (int) random.between(low, Math.min(most, 2 * low - 1));
    }

    /** The actor of requests; one of the kubelets, or all of them, when any is suitable. */
    private String voice(String actor, RandomStream random) {
        if (!actor.equals(KUBELET)) {
            return actor;
        }
        if (cluster.nodeCount() == 0) {
            return ComponentNames.SCHEDULER;
        }
        return random.nextInt(2) == 0 ? ComponentNames.ALL_KUBELETS : ComponentNames.kubelet(node(random));
    }

    private String client(RandomStream random) {
        String client = random.pick(
                List.of(ComponentNames.CONTROLLER_MANAGER, ComponentNames.SCHEDULER, ComponentNames.ALL_KUBELETS));
        return switch (client) {
            case ComponentNames.CONTROLLER_MANAGER -> ComponentNames.allControllerManagers(cluster);
            case ComponentNames.SCHEDULER -> ComponentNames.allSchedulers(cluster);
            default -> cluster.nodeCount() == 0 ? ComponentNames.KUBECTL : ComponentNames.kubelet(node(random));
        };
    }
}
