package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.volume.VolumeClaim;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.LostAnswers;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Every pod that a scheduler binds gets what it requires: a node that its selector, affinity and tolerations permit,
 * free host ports, and neighbours as affinity, anti-affinity (its own and theirs) and topology spread ask for.
 *
 * <p>Judged when the binding is stored, with respect to what the scheduler could know. Pods that the same scheduler has
 * bound it knows at once, until a fault deceives it or makes it forget. A pod whose claims are bound only after its
 * node was chosen waits for them in between, for up to ten minutes, and is not judged.
 */
public final class RequiredRulesMet implements Invariant {

    private static final List<String> SCHEDULERS = ComponentNames.anySchedulers();
    private static final String MISSING = "";

    /** After its claims a pod is bound at the next look of the scheduler, which comes each second. */
    private static final long LOOKS = 5 * VirtualTime.SECOND;

    private final CacheLag lag;
    private final PlacedPods cluster = new PlacedPods();
    private final Map<String, List<PodTerm>> antiAffinity = new LinkedHashMap<>();
    /** When each claim was bound, by its key. */
    private final Map<ObjectKey, Long> boundClaims = new LinkedHashMap<>();

    private boolean isDeceived;
    private long now;

    /** With the age of what controllers act on. */
    public RequiredRulesMet(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "RequiredRulesMet";
    }

    @Override
    public String reason() {
        return "Anti-affinity and spread constraints are what keeps one node or one zone from taking a whole"
                + " service down, and nothing moves a pod that was placed wrongly. A node may look to the scheduler"
                + " as it did a moment ago, and pods may seem to be there that have just gone: both are excused."
                + " So is a pod that waited for its claims after its node was chosen.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Assigning Pods to Nodes; Taints and Tolerations; Pod"
                        + " Topology Spread Constraints",
                "pkg/scheduler/framework/plugins (v1.32): nodeaffinity, nodeports, tainttoleration,"
                        + " interpodaffinity, podtopologyspread");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.SCHEDULER, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A pod is bound only where all that it requires is met, of the node, its ports and its neighbours.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                Pod.class,
                Node.class,
                Namespace.class,
                PersistentVolumeClaim.class,
                RequestTrace.class,
                FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        isDeceived = isDeceived || LostAnswers.possible(entry.record(), SCHEDULERS);
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        now = entry.time();
        if (change.object() instanceof PersistentVolumeClaim claim) {
            observe(claim, change.change() == WatchEvent.Type.DELETED);
            return;
        }
        if (change.object() instanceof Pod pod
                && change.change() == WatchEvent.Type.MODIFIED
                && isBinding(change, pod)
                && !mayHaveWaited(pod)) {
            judge(pod, outcomes);
        }
        cluster.observe(change, now, this::mayHide);
        if (change.object() instanceof Pod pod) {
            keepAntiAffinity(pod, change.change() == WatchEvent.Type.DELETED);
        }
    }

    private void observe(PersistentVolumeClaim claim, boolean gone) {
        if (gone) {
            boundClaims.remove(claim.key());
        } else if (claim.status() != null && "Bound".equals(claim.status().phase())) {
            boundClaims.putIfAbsent(claim.key(), now);
        }
    }

    /** Whether the pod may have waited for its claims after its node was chosen. */
    private boolean mayHaveWaited(Pod pod) {
        for (Map<String, Object> volume : pod.spec().volumes()) {
            ObjectKey claim = VolumeClaim.of(pod, volume);
            if (claim != null && mayHide(boundClaims.getOrDefault(claim, now) + LOOKS)) {
                return true;
            }
        }
        return false;
    }

    private boolean mayHide(long time) {
        return lag.mayHide(time, now);
    }

    private static boolean isBinding(StoreTrace change, Pod pod) {
        return isBound(pod) && change.previous() instanceof Pod before && !isBound(before);
    }

    private static boolean isBound(Pod pod) {
        return pod.nodeName() != null && !pod.nodeName().isEmpty();
    }

    private void keepAntiAffinity(Pod pod, boolean deleted) {
        if (deleted || pod.isFinished()) {
            antiAffinity.remove(pod.uid());
        } else if (isBound(pod) && pod.spec().affinity() != null && !antiAffinity.containsKey(pod.uid())) {
            List<PodTerm> terms = PodTerm.of(pod, "podAntiAffinity");
            if (!terms.isEmpty()) {
                antiAffinity.put(pod.uid(), terms);
            }
        }
    }

    private void judge(Pod pod, Outcomes outcomes) {
        Node node = cluster.node(pod.nodeName());
        Optional<String> wrong = againstNode(pod).or(() -> againstPorts(pod));
        if (node != null) {
            wrong = wrong.or(() -> againstAntiAffinity(pod, node))
                    .or(() -> againstAffinity(pod, node))
                    .or(() -> againstSpread(pod, node));
        }
        wrong.ifPresent(
                why -> outcomes.broken(this, ObjectNames.of(pod), "was bound to node " + pod.nodeName() + ", " + why));
    }

    private Optional<String> againstNode(Pod pod) {
        Optional<String> latest = Optional.empty();
        for (Node node : cluster.seenAs(pod.nodeName(), this::mayHide)) {
            latest = NodeRules.against(pod.spec(), node);
            if (latest.isEmpty()) {
                return latest;
            }
        }
        return latest;
    }

    /** Whether the scheduler of {@code pod} must have taken the other one into account. */
    private boolean isKnown(PlacedPods.Known other, Pod pod) {
        boolean isOwn = !isDeceived
                && Objects.equals(other.pod().spec().schedulerName(), pod.spec().schedulerName());
        return other.isBound()
                && !other.pod().uid().equals(pod.uid())
                && (isOwn || !mayHide(other.boundAt()))
                && (!mayHide(other.changedAt()) || (isOwn && other.boundAt() >= other.changedAt()));
    }

    private Optional<String> againstPorts(Pod pod) {
        List<Container.Port> wanted = HostPorts.of(pod);
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        for (PlacedPods.Known other : cluster.pods()) {
            if (isKnown(other, pod)
                    && other.pod().nodeName().equals(pod.nodeName())
                    && HostPorts.collide(wanted, HostPorts.of(other.pod()))) {
                return Optional.of("where " + ObjectNames.of(other.pod()) + " has bound the same host port");
            }
        }
        return Optional.empty();
    }

    private Optional<String> againstAntiAffinity(Pod pod, Node node) {
        List<PodTerm> own = PodTerm.of(pod, "podAntiAffinity");
        if (own.isEmpty() && antiAffinity.isEmpty()) {
            return Optional.empty();
        }
        for (PlacedPods.Known other : cluster.pods()) {
            if (!isKnown(other, pod)) {
                continue;
            }
            boolean clash = own.stream()
                            .anyMatch(term -> term.means(other.pod(), cluster::labelsOfNamespace)
                                    && isNear(other.pod(), node, term.topologyKey()))
                    || antiAffinity.getOrDefault(other.pod().uid(), List.of()).stream()
                            .anyMatch(term -> term.means(pod, cluster::labelsOfNamespace)
                                    && isNear(other.pod(), node, term.topologyKey()));
            if (clash) {
                return Optional.of("near " + ObjectNames.of(other.pod()) + ", which required anti-affinity excludes");
            }
        }
        return Optional.empty();
    }

    /** Whether a pod is on a node with the same value of that label, however the scheduler has seen the two nodes. */
    private boolean isNear(Pod other, Node node, String topologyKey) {
        Set<String> here = values(node.metadata().name(), topologyKey);
        Set<String> there = values(other.nodeName(), topologyKey);
        return here.size() == 1 && here.equals(there) && !here.contains(MISSING);
    }

    /** Whether the scheduler may have seen the pod's node with the same value of that label. */
    private boolean mayBeNear(Pod other, Node node, String topologyKey) {
        Set<String> shared = values(node.metadata().name(), topologyKey);
        shared.retainAll(values(other.nodeName(), topologyKey));
        shared.remove(MISSING);
        return !shared.isEmpty();
    }

    /** The values of a label that the scheduler may have seen at a node. */
    private Set<String> values(@Nullable String node, String label) {
        Set<String> values = new TreeSet<>();
        if (node != null) {
            for (Node seen : cluster.seenAs(node, this::mayHide)) {
                values.add(seen.metadata().labels().getOrDefault(label, MISSING));
            }
        }
        return values;
    }

    /**
     * Pods count that are meant by all terms. A pod that waits may have been placed already, but for the store.
     * The first pod of a group may go anywhere with the topology keys, when its own terms mean it.
     */
    private Optional<String> againstAffinity(Pod pod, Node node) {
        List<PodTerm> terms = PodTerm.of(pod, "podAffinity");
        if (terms.isEmpty()) {
            return Optional.empty();
        }
        boolean placedUnseen = cluster.mayBeSeen(other -> !other.isBound() && isMeant(other, pod, terms));
        boolean met = terms.stream()
                .allMatch(term -> cluster.mayBeSeen(
                        other -> isMeant(other, pod, terms) && mayBeNear(other.pod(), node, term.topologyKey())));
        boolean isFirst = cluster.pods().stream().noneMatch(other -> isKnown(other, pod) && isMeant(other, pod, terms))
                && terms.stream()
                        .allMatch(term -> term.means(pod, cluster::labelsOfNamespace)
                                && !isOnly(MISSING, values(node.metadata().name(), term.topologyKey())));
        return met || placedUnseen || isFirst
                ? Optional.empty()
                : Optional.of("where no pod is near that its required affinity asks for");
    }

    private boolean isMeant(PlacedPods.Known other, Pod pod, List<PodTerm> terms) {
        return !other.pod().uid().equals(pod.uid())
                && (mayHide(other.changedAt())
                        || terms.stream().allMatch(term -> term.means(other.pod(), cluster::labelsOfNamespace)));
    }

    private Optional<String> againstSpread(Pod pod, Node node) {
        List<SpreadRule> rules = SpreadRule.of(pod);
        if (rules.isEmpty() || cluster.nodes().stream().anyMatch(one -> isRelabelled(one, rules))) {
            return Optional.empty();
        }
        for (SpreadRule rule : rules) {
            String place = node.metadata().labels().get(rule.topologyKey());
            if (place == null) {
                return Optional.of("which lacks the label " + rule.topologyKey() + " of its topology spread");
            }
            long skew = skew(pod, place, rule, rules);
            if (skew > rule.maxSkew()) {
                return Optional.of("where its topology spread over " + rule.topologyKey() + " has a skew of " + skew
                        + ", expected at most " + rule.maxSkew());
            }
        }
        return Optional.empty();
    }

    private boolean isRelabelled(Node node, List<SpreadRule> rules) {
        return rules.stream()
                .anyMatch(rule ->
                        values(node.metadata().name(), rule.topologyKey()).size() > 1);
    }

    private static boolean isOnly(String value, Set<String> values) {
        return values.size() == 1 && values.contains(value);
    }

    /** At least by how much the place exceeds the emptiest one, whatever the scheduler has seen or has under way. */
    private long skew(Pod pod, String place, SpreadRule rule, List<SpreadRule> rules) {
        SpreadCount count = new SpreadCount(rule);
        for (Node node : cluster.nodes()) {
            if (rule.includes(node, pod, rules)) {
                count.node(node, !cluster.mayBeUnknown(node.metadata().name(), this::mayHide));
            }
        }
        for (PlacedPods.Known other : cluster.pods()) {
            boolean counts = rule.counts(other.pod(), pod);
            boolean mayCount = counts || mayHide(other.changedAt());
            Node there = other.isBound() ? cluster.node(other.pod().nodeName()) : null;
            if (other.pod().uid().equals(pod.uid())) {
                continue;
            }
            if (there != null && rule.includes(there, pod, rules)) {
                count.pod(there, counts && isKnown(other, pod), mayCount);
            } else if (!other.isBound() && mayCount) {
                count.underWay(1);
            }
        }
        count.underWay(cluster.countSeen(PlacedPods.Known::isGone));
        return count.skew(place, rule.counts(pod, pod) ? 1 : 0);
    }
}
