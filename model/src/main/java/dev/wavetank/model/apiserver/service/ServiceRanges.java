package dev.wavetank.model.apiserver.service;

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

    private static final Pattern CIDR =
            Pattern.compile("([0-9]{1,3})\\.([0-9]{1,3})\\.([0-9]{1,3})\\.([0-9]{1,3})/([0-9]{1,2})");
    private static final Pattern PORTS = Pattern.compile("([0-9]{1,5})-([0-9]{1,5})");
    private static final int PORT_MAX = 65535;

    /** The addresses of kubeadm (the flag's own default is {@code 10.0.0.0/24}), and the default ports. */
    public static final ServiceRanges DEFAULT = new ServiceRanges("10.96.0.0/12", "30000-32767");

    /** Checks the texts. */
    public ServiceRanges {
        Matcher cidr = CIDR.matcher(clusterIps);
        boolean isCidr = cidr.matches();
        for (int group = 1; isCidr && group <= 4; group++) {
            isCidr = Integer.parseInt(cidr.group(group)) <= 255;
        }
        int prefix = isCidr ? Integer.parseInt(cidr.group(5)) : 0;
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

    /** The first address of the range as a number: the network's own, which no service has. */
    long network() {
        Matcher cidr = CIDR.matcher(clusterIps);
        cidr.matches();
        long address = 0;
        for (int group = 1; group <= 4; group++) {
            address = address << 8 | Integer.parseInt(cidr.group(group));
        }
        return address & -1L << 32 - prefix();
    }

    /** How many addresses services can have: all but the network's own and that for broadcasts. */
    int addresses() {
        return (1 << 32 - prefix()) - 2;
    }

    /** The first port. */
    int firstPort() {
        return Integer.parseInt(nodePorts.substring(0, nodePorts.indexOf('-')));
    }

    /** How many ports there are. */
    int ports() {
        return Integer.parseInt(nodePorts.substring(nodePorts.indexOf('-') + 1)) - firstPort() + 1;
    }

    private int prefix() {
        return Integer.parseInt(clusterIps.substring(clusterIps.indexOf('/') + 1));
    }

    /** An address of version 4 as text. */
    static String text(long address) {
        return (address >> 24) + "." + (address >> 16 & 255) + "." + (address >> 8 & 255) + "." + (address & 255);
    }

    /** An address of version 4 as a number; -1 when the text is none. */
    static long number(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 4) {
            return -1;
        }
        long address = 0;
        for (String part : parts) {
            if (!part.matches("[0-9]{1,3}")) {
                return -1;
            }
            address = address << 8 | Integer.parseInt(part);
        }
        return address;
    }
}
