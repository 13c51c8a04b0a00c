package dev.wavetank.model.scheduler.extender;

import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.sim.network.rule.Address;
import java.util.function.Predicate;

/**
 * Where an extender is called.
 *
 * @param url as errors name it
 * @param host name or address and, where it is given, port
 * @param path of the request
 */
record ExtenderUrl(String url, String host, String path) {

    /** What stands before the name of the component that serves at a host. */
    static final String PREFIX = "extender/";

    /** The URL of a verb. */
    static ExtenderUrl of(String urlPrefix, String verb) {
        String url = urlPrefix.replaceAll("/+$", "") + "/" + verb;
        int scheme = url.indexOf("://");
        String rest = scheme < 0 ? url : url.substring(scheme + 3);
        int slash = rest.indexOf('/');
        return new ExtenderUrl(url, rest.substring(0, slash), rest.substring(slash));
    }

    /**
     * The service there. It may be named with the port that the scheme has by itself where the URL has none, and the
     * other way round.
     */
    Address<HttpRequest, HttpResponse> address(Predicate<String> isConnected) {
        String alike = PREFIX + sameHost();
        boolean isNamedAlike = !isConnected.test(PREFIX + host) && isConnected.test(alike);
        return new Address<>(isNamedAlike ? alike : PREFIX + host, "http");
    }

    private String sameHost() {
        String port = port();
        return host.endsWith(port) ? host.substring(0, host.length() - port.length()) : hostAndPort();
    }

    private String port() {
        return url.startsWith("https:") ? ":443" : ":80";
    }

    /** The host with the port that the scheme has by itself. */
    String hostAndPort() {
        if (host.contains(":")) {
            return host;
        }
        return host + port();
    }
}
