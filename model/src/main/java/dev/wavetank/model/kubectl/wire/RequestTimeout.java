package dev.wavetank.model.kubectl.wire;

import dev.wavetank.model.gotext.GoDuration;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.VirtualTime;

/** The flag {@code --request-timeout} (client-go, tools/clientcmd, ParseTimeout, v1.32). */
public final class RequestTimeout {

    private RequestTimeout() {}

    /** How long a request may take, in nanoseconds; 0 without a limit. A number alone means seconds. */
    public static long of(Invocation line) {
        String text = line.value(Flag.REQUEST_TIMEOUT).orElse("0");
        if (text.matches("[0-9]{1,9}")) {
            return Long.parseLong(text) * VirtualTime.SECOND;
        }
        try {
            return GoDuration.parse(text).toNanos();
        } catch (IllegalArgumentException mistake) {
            throw new UsageException("Invalid timeout value. Timeout must be a single integer in seconds, or an integer"
                    + " followed by a corresponding time unit (e.g. 1s | 2m | 3h)");
        }
    }
}
