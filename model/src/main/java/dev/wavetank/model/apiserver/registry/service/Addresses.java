package dev.wavetank.model.apiserver.registry.service;

import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.gotext.GoSyntax;

/** Finds addresses that no other machine can reach. */
final class Addresses {

    /** What is wrong with a text that is no address. */
    static final String FORM = "must be a valid IP address, (e.g. 10.9.8.7)";

    private Addresses() {}

    static void special(String ip, String path, FieldErrors errors) {
        String why = ip.equals("0.0.0.0") || ip.equals("::")
                ? "may not be unspecified (0.0.0.0 or ::)"
                : ip.startsWith("127.") || ip.equals("::1")
                        ? "may not be in the loopback range (127.0.0.0/8, ::1/128)"
                        : ip.startsWith("169.254.")
                                ? "may not be in the link-local range (169.254.0.0/16, fe80::/10)"
                                : ip.startsWith("224.0.0.")
                                        ? "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)"
                                        : "";
        if (!why.isEmpty()) {
            errors.invalid(path, GoSyntax.of(ip), why);
        }
    }
}
