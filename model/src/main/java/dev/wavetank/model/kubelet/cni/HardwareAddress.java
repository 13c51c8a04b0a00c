package dev.wavetank.model.kubelet.cni;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.kubelet.cni.NodeNetwork.Bridge;

/** Hardware addresses that follow from names and addresses. */
public final class HardwareAddress {

    private static final int SEED = 0x811c9dc5;
    private static final int PRIME = 0x01000193;

    private static final String HEX = "0123456789abcdef";

    private HardwareAddress() {}

    private static int hash(String text) {
        int hash = SEED;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * PRIME;
        }
        return hash;
    }

    /** Eight hexadecimal digits that follow from a text. */
    public static String digits(String text) {
        String digits = Integer.toHexString(hash(text));
        return "0".repeat(8 - digits.length()) + digits;
    }

    /** A locally administered address. */
    public static String of(String text) {
        return "0a:00:" + bytes(Integer.toUnsignedLong(hash(text)));
    }

    /** The address of a bridge. */
    public static String of(Bridge bridge) {
        return bridge.address().isEmpty()
                ? of(bridge.name())
                : ofAddress(bridge.address().substring(0, bridge.address().indexOf('/')));
    }

    /** The address of a container with that IP address. */
    public static String ofAddress(String ip) {
        return "0a:58:" + bytes(Ipv4.parse(ip).orElse(0));
    }

    private static String bytes(long four) {
        char[] text = new char[11];
        for (int i = 0; i < text.length; i++) {
            text[i] = i % 3 == 2 ? ':' : HEX.charAt((int) (four >> 28 - 4 * (i - i / 3) & 0xF));
        }
        return new String(text);
    }
}
