package dev.wavetank.model.kubelet.cri.process;

/**
 * What a process asks for before it is known how it goes on: what a name stands for, whether a connection is accepted,
 * or the time at which it has started, which {@code date} needs.
 *
 * @param host a name as it is written, which may be short, or an address; empty for the time, which the answer has in
 *     {@code nanos}
 * @param port to which it connects; 0 when it only looks the name up
 */
public record NetworkQuestion(String host, int port) {

    /** The time at which the process has started. */
    static final NetworkQuestion TIME = new NetworkQuestion("", 0);

    /** Whether it is about the time. */
    public boolean isTime() {
        return host.isEmpty();
    }

    /** What the process has done, such as {@code connected to db:5432}. */
    public String deed() {
        return isTime() ? "asked for the time" : port == 0 ? "looked up " + host : "connected to " + host + ":" + port;
    }
}
