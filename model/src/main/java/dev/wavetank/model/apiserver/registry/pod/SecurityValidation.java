package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.validation.FieldCursor;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.PortRules;
import dev.wavetank.model.version.Feature;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds mistakes in security contexts and in how a pod is set into its network. */
final class SecurityValidation {

    private static final long ID_MAX = Integer.MAX_VALUE;
    private static final List<String> SECCOMP = List.of("Localhost", "RuntimeDefault", "Unconfined");
    private static final List<String> GROUP_POLICIES = List.of("Always", "OnRootMismatch");
    private static final String SYSCTL = "must have at most 253 characters and match regex"
            + " ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?\\.)*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$";
    // The real server prints the structure with addresses in memory.
    private static final String CONTEXT = "core.SecurityContext{...}";
    /** How the real server names in a refusal what a pod may share with its host. */
    private static final Map<String, String> HOST_NAMESPACES = hostNamespaces();

    private static final int NAMESERVERS_MAX = 3;
    private static final int SEARCHES_MAX = 6;

    private SecurityValidation() {}

    /** Checks the context of a container. */
    static void ofContainer(FieldCursor container) {
        if (!container.has("securityContext")) {
            return;
        }
        FieldCursor security = container.child("securityContext");
        id(security, "runAsUser");
        id(security, "runAsGroup");
        security.oneOfIfSet("procMount", List.of("Default", "Unmasked"));
        seccomp(security);
        escalation(container, security);
    }

    /** A process that may do everything cannot be kept from gaining more. */
    private static void escalation(FieldCursor container, FieldCursor security) {
        if (!Boolean.FALSE.equals(security.fields().get("allowPrivilegeEscalation"))) {
            return;
        }
        String why = "cannot set `allowPrivilegeEscalation` to false and ";
        if (security.isTrue("privileged")) {
            container.invalid("securityContext", CONTEXT, why + "`privileged` to true");
        }
        if (security.child("capabilities").texts("add").contains("CAP_SYS_ADMIN")) {
            container.invalid("securityContext", CONTEXT, why + "`capabilities.Add` CAP_SYS_ADMIN");
        }
    }

    /** An unmasked {@code /proc} needs users of its own: KEP-4265, which drops the field before it is on by default. */
    static void procMounts(PodSpec spec, String path, FieldErrors errors) {
        if (!errors.version().has(Feature.PROC_MOUNT)
                || Boolean.FALSE.equals(spec.other().get("hostUsers"))) {
            return;
        }
        for (int i = 0; i < spec.containers().size(); i++) {
            FieldCursor security = new FieldCursor(
                            spec.containers().get(i).other(), path + ".containers[" + i + "]", errors)
                    .child("securityContext");
            if (security.text("procMount").equals("Unmasked")) {
                security.invalid("procMount", "`hostUsers` must be false to use `Unmasked`");
            }
        }
    }

    /**
     * Users of its own and namespaces of the host do not go together ({@code validateHostUsers} of
     * pkg/apis/core/validation/validation.go, v1.33, since when the field is kept by default; the gate
     * UserNamespacesHostNetworkSupport is off by default).
     */
    static void hostUsers(FieldCursor spec) {
        if (Boolean.FALSE.equals(spec.fields().get("hostUsers"))) {
            HOST_NAMESPACES.forEach((field, shown) -> {
                if (spec.isTrue(field)) {
                    spec.forbidden(shown, "when `hostUsers` is false");
                }
            });
        }
    }

    private static Map<String, String> hostNamespaces() {
        Map<String, String> shown = new LinkedHashMap<>();
        shown.put("hostNetwork", "hostNetwork");
        shown.put("hostPID", "HostPID");
        shown.put("hostIPC", "HostIPC");
        return shown;
    }

    /** Checks the context of a pod. */
    static void ofPod(FieldCursor security) {
        id(security, "fsGroup");
        List<String> groups = security.texts("supplementalGroups");
        for (int i = 0; i < groups.size(); i++) {
            if (!groups.get(i).matches("[0-9]{1,10}") || Long.parseLong(groups.get(i)) > ID_MAX) {
                security.invalid(
                        "supplementalGroups[" + i + "]",
                        groups.get(i),
                        "must be between 0 and " + ID_MAX + ", inclusive");
            }
        }
        id(security, "runAsUser");
        id(security, "runAsGroup");
        for (FieldCursor sysctl : security.items("sysctls")) {
            if (sysctl.require("name") && !sysctl.text("name").matches("[a-z0-9]([-_.a-z0-9]*[a-z0-9])?")) {
                sysctl.invalid("name", SYSCTL);
            }
        }
        security.oneOfIfSet("fsGroupChangePolicy", GROUP_POLICIES);
        seccomp(security);
    }

    private static void id(FieldCursor security, String field) {
        if (security.has(field)) {
            security.between(field, 0, ID_MAX);
        }
    }

    private static void seccomp(FieldCursor security) {
        if (!security.has("seccompProfile")) {
            return;
        }
        FieldCursor profile = security.child("seccompProfile");
        String type = profile.text("type");
        if (type.isEmpty()) {
            profile.required("type", "type is required when seccompProfile is set");
        } else {
            profile.oneOf("type", SECCOMP);
        }
        boolean local = profile.has("localhostProfile");
        if (type.equals("Localhost") && !local) {
            profile.required("localhostProfile", "must be set when seccomp type is Localhost");
        } else if (type.equals("Localhost")) {
            VolumeValidation.descending(profile, "localhostProfile");
        } else if (local) {
            profile.invalid("localhostProfile", "must be set only when seccomp type is Localhost");
        }
    }

    /** Checks how names are resolved. */
    static void names(FieldCursor spec, String policy) {
        boolean none = "None".equals(policy);
        if (!spec.has("dnsConfig")) {
            if (none) {
                spec.required("dnsConfig", "must provide `dnsConfig` when `dnsPolicy` is None");
            }
            return;
        }
        FieldCursor config = spec.child("dnsConfig");
        List<String> servers = config.texts("nameservers");
        if (none && servers.isEmpty()) {
            config.required("nameservers", "must provide at least one DNS nameserver when `dnsPolicy` is None");
            return;
        }
        if (servers.size() > NAMESERVERS_MAX) {
            config.invalid("nameservers", shown(servers), "must not have more than 3 nameservers");
        }
        for (int i = 0; i < servers.size(); i++) {
            if (!PortRules.isAddress(servers.get(i))) {
                config.invalid("nameservers[" + i + "]", '"' + servers.get(i) + '"', "must be valid IP address");
            }
        }
        List<String> searches = config.texts("searches");
        if (searches.size() > SEARCHES_MAX) {
            config.invalid("searches", shown(searches), "must not have more than 6 search paths");
        }
        for (FieldCursor option : config.items("options")) {
            if (option.text("name").isEmpty()) {
                option.required("name", "must not be empty");
            }
        }
    }

    private static String shown(List<String> values) {
        return "[]string{\"" + String.join("\", \"", values) + "\"}";
    }

    /** Checks additional names of hosts. The real server reports no index here. */
    static void hostAliases(FieldCursor spec) {
        for (FieldCursor alias : spec.items("hostAliases")) {
            FieldCursor all = new FieldCursor(alias.fields(), spec.at("hostAliases"), spec.errors());
            if (!PortRules.isAddress(all.text("ip"))) {
                all.invalid("ip", "must be valid IP address");
            }
            for (String name : all.texts("hostnames")) {
                NameRules.subdomain(name).forEach(why -> all.invalid("hostnames", '"' + name + '"', why));
            }
        }
    }
}
