package dev.wavetank.model.kubelet.cni;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The error codes that the specification knows (SPEC.md, section 5, version 1.0.0), and what the library checks. */
public final class CniError {

    /** The version of the configuration is not known to the plug-in. */
    public static final int INCOMPATIBLE_VERSION = 1;
    /** A field of the configuration cannot be honoured. */
    public static final int UNSUPPORTED_FIELD = 2;
    /** The container is unknown or does not exist. */
    public static final int UNKNOWN_CONTAINER = 3;
    /** An environment variable is missing or wrong. */
    public static final int INVALID_ENVIRONMENT = 4;
    /** Input or output failed. */
    public static final int IO_FAILURE = 5;
    /** What came on standard input cannot be decoded. */
    public static final int DECODING_FAILURE = 6;
    /** The configuration of the network is invalid. */
    public static final int INVALID_CONFIGURATION = 7;
    /** Another try may succeed. */
    public static final int TRY_AGAIN = 11;
    /** Any other error of a plug-in that uses the library ({@code types.ErrInternal}). */
    public static final int INTERNAL = 999;

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_.\\-]*");
    private static final Pattern DEVICE = Pattern.compile("[^/:\\s]*");
    private static final int DEVICE_MAX = 15;

    private static final List<String> VERSIONS = List.of("0.1.0", "0.2.0", "0.3.0", "0.3.1", "0.4.0", "1.0.0");

    private CniError() {}

    /** A failure of a request. */
    public static CniResult.Failure of(CniRequest request, int code, String message) {
        return new CniResult.Failure(request.config().version(), code, message);
    }

    /** The versions of the specification that the plug-ins know, the oldest first. */
    public static List<String> versions() {
        return VERSIONS;
    }

    /**
     * The failure that the library finds before a plug-in's own code runs, or a result that says there is none: first
     * the environment, then the names, then the version (pkg/skel/skel.go, v1.1).
     */
    static CniResult check(CniRequest request) {
        String missing = missing(request);
        if (!missing.isEmpty()) {
            return of(request, INVALID_ENVIRONMENT, "required env variables [" + missing + "] missing");
        }
        String misfit = request.config().misfit(List.of(), List.of(), List.of("name"));
        if (!misfit.isEmpty()) {
            return of(request, DECODING_FAILURE, "error unmarshall network config: json: cannot unmarshal " + misfit);
        }
        CniResult named = names(request);
        return named instanceof CniResult.Failure ? named : version(request);
    }

    private static CniResult version(CniRequest request) {
        String misfit = request.config().misfit(List.of(), List.of(), List.of("cniVersion"));
        if (!misfit.isEmpty()) {
            return of(
                    request,
                    DECODING_FAILURE,
                    "decoding version from network config: json: cannot unmarshal " + misfit);
        }
        String version = request.config().version();
        if (request.command() == CniRequest.Command.CHECK
                && VERSIONS.contains(version)
                && VERSIONS.indexOf(version) < VERSIONS.indexOf("0.4.0")) {
            return of(request, INCOMPATIBLE_VERSION, "config version does not allow CHECK");
        }
        return VERSIONS.contains(version)
                ? new CniResult.Done()
                : new CniResult.Failure(
                        version,
                        INCOMPATIBLE_VERSION,
                        "incompatible CNI versions",
                        "config is \"" + version + "\", plugin supports [\"" + String.join("\" \"", VERSIONS) + "\"]");
    }

    /** The names that a call has, as the library checks them (pkg/utils/utils.go, v1.1). */
    private static CniResult names(CniRequest request) {
        String network = request.config().name();
        String device = request.ifName();
        if (network.isEmpty()) {
            return of(request, INVALID_CONFIGURATION, "missing network name");
        } else if (!NAME.matcher(network).matches()) {
            return of(request, INVALID_CONFIGURATION, "invalid characters found in network name");
        } else if (!NAME.matcher(request.containerId()).matches()) {
            return of(request, INVALID_ENVIRONMENT, "invalid characters in containerID");
        } else if (device.length() > DEVICE_MAX) {
            return of(request, INVALID_ENVIRONMENT, "interface name is too long");
        } else if (device.equals(".") || device.equals("..")) {
            return of(request, INVALID_ENVIRONMENT, "interface name is . or ..");
        } else if (!DEVICE.matcher(device).matches()) {
            return of(request, INVALID_ENVIRONMENT, "interface name contains / or : or whitespace characters");
        }
        return new CniResult.Done();
    }

    private static String missing(CniRequest request) {
        List<String> missing = new ArrayList<>();
        if (request.containerId().isEmpty()) {
            missing.add("CNI_CONTAINERID");
        }
        if (request.netns().isEmpty() && request.command() != CniRequest.Command.DEL) {
            missing.add("CNI_NETNS");
        }
        if (request.ifName().isEmpty()) {
            missing.add("CNI_IFNAME");
        }
        return String.join(",", missing);
    }
}
