package dev.wavetank.model.scenario;

import dev.wavetank.sim.VirtualTime;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The written form of load. */
final class LoadCodec {

    static final String KIND = "load";

    private static final String NAME = "name";
    private static final String SERVICE = "service";
    private static final String FROM = "from";
    private static final String OUTSIDE = "outside";
    private static final String START = "start";
    private static final String FOR = "for";
    private static final String RATE = "rate";
    private static final String TIMEOUT = "timeout";
    private static final String WORK = "work";
    private static final Pattern ADDRESS = Pattern.compile("(?:([^/:]+)/)?([^/:]+)(?::([0-9]{1,5}))?");
    private static final int MOST_PORT = 65_535;
    private static final double MOST_RATE = 100_000;
    private static final long DEFAULT_SPAN = VirtualTime.MINUTE;
    private static final long DEFAULT_TIMEOUT = 5 * VirtualTime.SECOND;
    private static final long DEFAULT_WORK = 10 * VirtualTime.MILLISECOND;

    private LoadCodec() {}

    static AddOn read(DocumentFields item) {
        Matcher address = ADDRESS.matcher(item.text(SERVICE));
        int port = address.matches() && address.group(3) != null ? Integer.parseInt(address.group(3)) : 0;
        if (!address.matches() || port > MOST_PORT) {
            throw item.mistake(
                    SERVICE, "expected NAME, NAMESPACE/NAME or NAME:PORT, found '" + item.text(SERVICE) + "'");
        }
        String namespace = address.group(1) == null ? "default" : address.group(1);
        long span = item.span(FOR, DEFAULT_SPAN);
        long timeout = item.span(TIMEOUT, DEFAULT_TIMEOUT);
        if (span <= 0 || timeout <= 0) {
            throw item.mistake(span <= 0 ? FOR : TIMEOUT, "expected more than 0s");
        }
        return new AddOn.Load(
                item.text(NAME, address.group(2)),
                namespace,
                address.group(2),
                port,
                item.text(FROM, ""),
                outside(item),
                item.span(START, 0),
                span,
                rate(item),
                timeout,
                item.span(WORK, DEFAULT_WORK));
    }

    private static String outside(DocumentFields item) {
        String text = item.text(OUTSIDE, "");
        if (text.isEmpty() || text.equals(AddOn.Load.NODE_PORT) || text.equals(AddOn.Load.BALANCER)) {
            return text;
        }
        throw item.mistake(
                OUTSIDE, "expected " + AddOn.Load.NODE_PORT + " or " + AddOn.Load.BALANCER + ", found '" + text + "'");
    }

    private static double rate(DocumentFields item) {
        String text = item.text(RATE);
        try {
            double rate = Double.parseDouble(text);
            if (rate > 0 && rate <= MOST_RATE) {
                return rate;
            }
        } catch (NumberFormatException wrong) {
            throw item.mistake(RATE, "expected requests a second, such as 20, found '" + text + "'");
        }
        throw item.mistake(RATE, "expected more than 0 and at most 100000 requests a second, found " + text);
    }

    static void write(AddOn.Load load, Map<String, Object> tree) {
        tree.put("kind", KIND);
        tree.put(NAME, load.name());
        tree.put(SERVICE, load.namespace() + "/" + load.service() + (load.port() > 0 ? ":" + load.port() : ""));
        if (!load.from().isEmpty()) {
            tree.put(FROM, load.from());
        }
        if (!load.outside().isEmpty()) {
            tree.put(OUTSIDE, load.outside());
        }
        tree.put(START, VirtualTime.span(load.start()));
        tree.put(FOR, VirtualTime.span(load.span()));
        tree.put(RATE, load.rate());
        tree.put(TIMEOUT, VirtualTime.span(load.timeout()));
        tree.put(WORK, VirtualTime.span(load.work()));
    }
}
