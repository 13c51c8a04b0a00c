package dev.wavetank.model.apiserver.allocation;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.address.Ipv4Range;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The flags that say from where services get addresses and ports.
 *
 * @param clusterIps range of the virtual addresses ({@code --service-cluster-ip-range}), IPv4, with a prefix of 12 to
 *     29 bits
 * @param nodePorts range of the ports that every node opens ({@code --service-node-port-range})
 */
public record ServiceRanges(String clusterIps, String nodePorts) {

    private static final Pattern PORTS = Pattern.compile("([0-9]{1,5})-([0-9]{1,5})");
    private static final int PORT_MAX = 65535;

    /** The addresses of kubeadm (the flag's own default is {@code 10.0.0.0/24}), and the default ports. */
    public static final ServiceRanges DEFAULT = new ServiceRanges("10.96.0.0/12", "30000-32767");

    /** Checks the texts. */
    public ServiceRanges {
        int prefix = Ipv4Range.parse(clusterIps).map(Ipv4Range::prefix).orElse(0);
        if (prefix < 12 || prefix > 29) {
            throw new IllegalArgumentException(
                    "the range of service addresses must be one of IPv4 with a prefix of 12 to"
                            + " 29 bits, such as 10.96.0.0/12, was '" + clusterIps + "'");
        }
        Matcher ports = PORTS.matcher(nodePorts);
        if (!ports.matches()
                || Integer.parseInt(ports.group(1)) < 1
                || Integer.parseInt(ports.group(1)) > Integer.parseInt(ports.group(2))
                || Integer.parseInt(ports.group(2)) > PORT_MAX) {
            throw new IllegalArgumentException(
                    "the range of node ports must be two ports, such as 30000-32767, was '" + nodePorts + "'");
        }
    }

    /** The range of the virtual addresses. Services have neither its first address nor its last. */
    Ipv4Range range() {
        return Ipv4Range.parse(clusterIps).orElseThrow();
    }

    /** The first address that a service can have: that of the Service {@code kubernetes}. */
    public String firstAddress() {
        return Ipv4.text(range().first() + 1);
    }

    /** How many addresses services can have: all but the network's own and that for broadcasts. */
    int addresses() {
        return (int) range().size() - 2;
    }

    /** The first port. */
    int firstPort() {
        return Integer.parseInt(nodePorts.substring(0, nodePorts.indexOf('-')));
    }

    /** How many ports there are. */
    int ports() {
        return Integer.parseInt(nodePorts.substring(nodePorts.indexOf('-') + 1)) - firstPort() + 1;
    }
}
