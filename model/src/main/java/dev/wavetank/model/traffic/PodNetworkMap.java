package dev.wavetank.model.traffic;

import dev.wavetank.model.kubeproxy.ServiceRules;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The nodes as traffic sees them: their rules for Services, and which of them an address leads to. */
public interface PodNetworkMap {

    /** The names of all nodes, in order. */
    List<String> nodes();

    /** The address of a node. */
    String addressOf(String node);

    /** Whether the machine of a node runs. */
    boolean runs(String node);

    /** The rules in the kernel of a node. */
    ServiceRules rulesOf(String node);

    /** The node to which the address of a pod leads; empty when no node has such addresses. */
    Optional<String> nodeOf(String ip);

    /**
     * Why packets from a node to the address of a pod on another are lost on the way; empty when they arrive.
     *
     * @param from name of the node where they start
     */
    Optional<String> loss(String from, String ip);

    /** What the servers of the cluster's DNS know; empty in a cluster without. */
    Optional<DnsServer> dns();

    /** Whether names are resolved by the DNS of the cluster; otherwise by an ideal one. */
    boolean hasDns();

    /**
     * How long a packet takes from one node to another, with what disturbs the wire between them; empty when it is lost
     * there.
     *
     * @param latency without disturbances, in nanoseconds
     */
    OptionalLong carry(String from, String to, long latency);
}
