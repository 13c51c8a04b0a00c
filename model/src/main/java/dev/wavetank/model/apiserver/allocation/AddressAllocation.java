package dev.wavetank.model.apiserver.allocation;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.allocation.Claim.Held;
import dev.wavetank.model.apiserver.allocation.Claim.Places;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The virtual addresses of services. The cluster has one family of addresses, IPv4. */
final class AddressAllocation {

    private static final String FAMILIES = "ipFamilies";
    private static final String POLICY = "ipFamilyPolicy";

    private final StoredRange range;
    private final Ipv4Range addresses;
    /** As the flag gives it. */
    private final String shown;

    private final KubernetesVersion version;

    AddressAllocation(StoredRange range, ServiceRanges ranges, KubernetesVersion version) {
        this.range = range;
        this.addresses = ranges.range();
        this.shown = ranges.clusterIps();
        this.version = version;
    }

    /** The places of what a service has. */
    List<Long> of(ServiceFields service) {
        long place = place(service.clusterIp());
        return service.isExternalName() || place < 0 ? List.of() : List.of(place);
    }

    Completion<Claim> create(ServiceFields service, boolean dryRun) {
        if (service.isExternalName()) {
            return held(service, Places.NONE);
        }
        if (version.has(Feature.DUAL_STACK_SERVICES)) {
            Status refusal = families(service);
            if (refusal != null) {
                return Completion.of(new Claim.Refused(refusal));
            }
        }
        if (service.isHeadless()) {
            setAddress(service, "None");
            return held(service, Places.NONE);
        }
        return dryRun ? rehearse(service) : take(service);
    }

    /** An address is taken by what was a mere name, and left by what becomes one; otherwise it stays. */
    Completion<Claim> update(ServiceFields service, ServiceFields before, boolean dryRun) {
        if (before.isExternalName()) {
            return create(service, dryRun);
        }
        boolean leaves = service.isExternalName() && !dryRun;
        return held(service, new Places(leaves ? of(before) : List.of(), List.of()));
    }

    private static Completion<Claim> held(ServiceFields service, Places left) {
        return Completion.of(new Held(service.service(), Places.NONE, left));
    }

    private Completion<Claim> take(ServiceFields service) {
        String wanted = service.clusterIp();
        long place = place(wanted);
        if (!wanted.isEmpty() && place < 0) {
            return Completion.of(refused(service, outside(wanted)));
        }
        return range.change(
                draft -> {
                    if (!wanted.isEmpty() && !draft.take(place)) {
                        return refused(service, "provided IP is already allocated");
                    }
                    long found = wanted.isEmpty() ? draft.takeAny() : place;
                    if (found < 0) {
                        return new Claim.Refused(
                                ServiceFields.internalError("failed to allocate a serviceIP: range is full"));
                    }
                    setAddress(service, wanted.isEmpty() ? Ipv4.text(addresses.first() + 1 + found) : wanted);
                    return new Held(service.service(), new Places(List.of(found), List.of()), Places.NONE);
                },
                Claim.Refused::new);
    }

    /**
     * A trial takes nothing. Up to v1.20 it says nothing of addresses either; since then it shows the network's own
     * address for one that is to be found.
     */
    private Completion<Claim> rehearse(ServiceFields service) {
        String wanted = service.clusterIp();
        if (version.has(Feature.DUAL_STACK_SERVICES)) {
            if (!wanted.isEmpty() && place(wanted) < 0) {
                return Completion.of(refused(service, outside(wanted)));
            }
            setAddress(service, wanted.isEmpty() ? Ipv4.text(addresses.first()) : wanted);
        }
        return held(service, Places.NONE);
    }

    /** Fills in the families, and what else newer releases show; refuses families that the cluster does not have. */
    private Status families(ServiceFields service) {
        Map<String, Object> spec = service.other();
        boolean anywhere = service.isHeadless() && !service.hasSelector();
        spec.putIfAbsent("internalTrafficPolicy", "Cluster");
        if (service.type().equals("LoadBalancer")) {
            spec.putIfAbsent("allocateLoadBalancerNodePorts", true);
        }
        if (JsonFields.text(spec, POLICY).isEmpty()) {
            spec.put(POLICY, anywhere ? "RequireDualStack" : "SingleStack");
        }
        String policy = JsonFields.text(spec, POLICY);
        List<String> families = JsonFields.texts(spec, FAMILIES);
        if (anywhere) {
            String first = families.isEmpty() ? "IPv4" : families.get(0);
            if (families.size() < 2) {
                String second = first.equals("IPv4") ? "IPv6" : "IPv4";
                spec.put(
                        FAMILIES,
                        policy.equals("SingleStack") ? ServiceFields.list(first) : ServiceFields.list(first, second));
            }
            return null;
        }
        FieldErrors errors = new FieldErrors(version);
        if (policy.equals("RequireDualStack")) {
            errors.invalid(
                    "spec." + POLICY, GoSyntax.of(policy), "this cluster is not configured for dual-stack services");
        }
        for (int i = 0; i < families.size(); i++) {
            if (!families.get(i).equals("IPv4")) {
                errors.invalid(
                        "spec." + FAMILIES + "[" + i + "]",
                        GoSyntax.of(families.get(i)),
                        "not configured on this cluster");
            }
        }
        if (families.isEmpty()) {
            spec.put(FAMILIES, ServiceFields.list("IPv4"));
        }
        return errors.isEmpty() ? null : errors.status("", "Service", service.name());
    }

    private String outside(String ip) {
        String which = version.has(Feature.DUAL_STACK_SERVICES) ? "the provided IP (" + ip + ")" : "provided IP";
        return which + " is not in the valid range. The range of valid IPs is " + shown;
    }

    private void setAddress(ServiceFields service, String ip) {
        service.setClusterIp(ip, version.has(Feature.CLUSTER_IPS));
    }

    private Claim refused(ServiceFields service, String why) {
        String ip = service.clusterIp();
        FieldErrors errors = new FieldErrors(version);
        if (!version.has(Feature.CLUSTER_IPS)) {
            errors.invalid("spec.clusterIP", GoSyntax.of(ip), why);
            return new Claim.Refused(errors.status("", "Service", service.name()));
        }
        errors.invalid(
                "spec.clusterIPs",
                GoSyntax.strings(List.of(ip)),
                version.has(Feature.DUAL_STACK_SERVICES)
                        ? "failed to allocate IP " + ip + ": " + why
                        : "failed to allocated ip:" + ip + " with error:" + why);
        return new Claim.Refused(errors.status("", "Service", service.name()));
    }

    /** Which place of the range an address is; -1 when it is none. */
    private long place(String ip) {
        OptionalLong address = Ipv4.parse(ip);
        long place = address.orElse(addresses.first()) - addresses.first() - 1;
        return place >= 0 && place < addresses.size() - 2 ? place : -1;
    }
}
