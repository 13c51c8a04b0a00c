package dev.wavetank.model.scheduler.extender;

import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.sim.network.rule.Address;

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

    /** The service there. */
    Address<HttpRequest, HttpResponse> address() {
        return new Address<>(PREFIX + host, "http");
    }

    /** The host with the port that the scheme has by itself. */
    String hostAndPort() {
        if (host.contains(":")) {
            return host;
        }
        return host + (url.startsWith("https:") ? ":443" : ":80");
    }
}
