package dev.wavetank.model.apiserver.admission.quota;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.quota.PodUsage;
import dev.wavetank.model.quota.QuotaScope;
import dev.wavetank.model.quota.QuotaUsage;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Judges one request by the quotas of its namespace, in the words of the real server. */
final class QuotaCheck {

    private final KubernetesVersion version;

    QuotaCheck(KubernetesVersion version) {
        this.version = version;
    }

    /**
     * What comes out.
     *
     * @param quotas with the request charged to them; the very same list when nothing is charged
     * @param refusal why it is not permitted, or null
     */
    record Outcome(List<ResourceQuota> quotas, String refusal) {}

    Outcome charge(List<ResourceQuota> quotas, AdmissionRequest request) {
        List<Integer> concerned = new ArrayList<>(quotas.size());
        for (int i = 0; i < quotas.size(); i++) {
            ResourceQuota quota = quotas.get(i);
            if (QuotaScope.covers(quota, hard(quota), request.resource(), request.object())) {
                String why = unfit(quota, request);
                if (why != null) {
                    return new Outcome(quotas, why);
                }
                concerned.add(i);
            }
        }
        if (concerned.isEmpty()) {
            return new Outcome(quotas, null);
        }
        Map<String, Quantity> delta = delta(request);
        List<String> negative = new ArrayList<>();
        delta.forEach((name, amount) -> {
            if (amount.signum() < 0) {
                negative.add(name);
            }
        });
        if (!negative.isEmpty()) {
            return new Outcome(quotas, "quota usage is negative for resource(s): " + String.join(",", negative));
        }
        List<ResourceQuota> charged = new ArrayList<>(quotas);
        boolean changed = false;
        for (int index : concerned) {
            ResourceQuota quota = quotas.get(index);
            String why = exceeded(quota, delta);
            if (why != null) {
                return new Outcome(quotas, why);
            }
            ResourceQuota after = charged(quota, delta);
            changed |= after != quota;
            charged.set(index, after);
        }
        return new Outcome(changed ? charged : quotas, null);
    }

    /** Why the quota cannot judge the object, or null. */
    private String unfit(ResourceQuota quota, AdmissionRequest request) {
        List<String> limited = new ArrayList<>();
        for (String name : new TreeSet<>(hard(quota).keySet())) {
            if (QuotaUsage.isOf(request.resource(), name)) {
                limited.add(name);
            }
        }
        String name = quota.metadata().name();
        if (request.object() instanceof Pod pod) {
            Map<String, TreeSet<String>> missing = PodUsage.unspecified(pod.spec(), limited);
            if (!missing.isEmpty()) {
                return "failed quota: " + name + ": must specify " + missing(missing);
            }
        }
        if (quota.status().used().keySet().containsAll(limited)) {
            return null;
        }
        String unknown = "status unknown for quota: " + name;
        return version.has(Feature.QUOTA_NAMES_RESOURCES)
                ? unknown + ", resources: " + String.join(",", limited)
                : unknown;
    }

    private String missing(Map<String, TreeSet<String>> missing) {
        if (!version.has(Feature.QUOTA_NAMES_CONTAINERS)) {
            return String.join(",", missing.keySet());
        }
        List<String> parts = new ArrayList<>();
        missing.forEach((name, containers) -> parts.add(name + " for: " + String.join(",", containers)));
        return String.join("; ", parts);
    }

    /** What the request uses more than before. What it uses less is the controller's to give back. */
    private static Map<String, Quantity> delta(AdmissionRequest request) {
        Map<String, Quantity> usage = QuotaUsage.of(request.resource(), request.object());
        KubernetesObject before = request.before();
        if (request.verb() != Verb.UPDATE || before == null) {
            return usage;
        }
        Map<String, Quantity> delta = new TreeMap<>();
        Map<String, Quantity> earlier = QuotaUsage.of(request.resource(), before);
        usage.forEach((name, amount) -> {
            Quantity more = amount.minus(earlier.getOrDefault(name, Quantity.ZERO));
            delta.put(name, more.signum() < 0 ? Quantity.ZERO : more);
        });
        return delta;
    }

    private static String exceeded(ResourceQuota quota, Map<String, Quantity> delta) {
        List<String> requested = new ArrayList<>();
        List<String> used = new ArrayList<>();
        List<String> limited = new ArrayList<>();
        new TreeMap<>(hard(quota)).forEach((name, text) -> {
            Quantity more = delta.get(name);
            Quantity hard = Quantity.parse(text);
            if (more != null && used(quota, name).plus(more).compareTo(hard) > 0) {
                requested.add(name + "=" + more);
                used.add(name + "=" + used(quota, name));
                limited.add(name + "=" + hard);
            }
        });
        return requested.isEmpty()
                ? null
                : "exceeded quota: " + quota.metadata().name() + ", requested: " + String.join(",", requested)
                        + ", used: " + String.join(",", used) + ", limited: " + String.join(",", limited);
    }

    private static ResourceQuota charged(ResourceQuota quota, Map<String, Quantity> delta) {
        Map<String, String> used = new LinkedHashMap<>();
        boolean changed = false;
        for (String name : new TreeSet<>(hard(quota).keySet())) {
            Quantity more = delta.get(name);
            Quantity before = used(quota, name);
            boolean isMore = more != null && more.signum() != 0;
            used.put(name, (!isMore ? before : before.signum() == 0 ? more : before.plus(more)).toString());
            changed |= isMore;
        }
        return changed
                ? quota.withStatus(new ResourceQuota.Status(hard(quota), Collections.unmodifiableMap(used)))
                : quota;
    }

    /**
     * What the quota limits: as its status says. What its spec says counts once the controller has taken it over, so
     * that a quota which is new limits nothing yet.
     */
    private static Map<String, String> hard(ResourceQuota quota) {
        return quota.status() == null ? Collections.emptyMap() : quota.status().hard();
    }

    private static Quantity used(ResourceQuota quota, String name) {
        String used = quota.status() == null ? null : quota.status().used().get(name);
        return used == null ? Quantity.ZERO : Quantity.parse(used);
    }
}
