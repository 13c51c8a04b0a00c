package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.LimitRange;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.quantity.QuantityFormat;
import dev.wavetank.model.quota.PodUsage;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Judges requests and limits by the bounds of a limit range, in the words of the real server. */
final class LimitBounds {

    private static final int RATIO_DECIMALS = 6;

    private final String type;
    private final Map<String, String> requests;
    private final Map<String, String> limits;
    private final List<String> violations;

    private LimitBounds(
            String type, Map<String, String> requests, Map<String, String> limits, List<String> violations) {
        this.type = type;
        this.requests = requests;
        this.limits = limits;
        this.violations = violations;
    }

    /** One sentence for every bound that the pod does not keep; in the order of the items, containers and names. */
    static List<String> violations(LimitRange range, PodSpec spec) {
        List<String> violations = new ArrayList<>();
        for (LimitRange.Item item : range.spec().limits()) {
            if ("Container".equals(item.type())) {
                judgeContainers(item, spec.containers(), violations);
                judgeContainers(item, spec.initContainers(), violations);
            } else if ("Pod".equals(item.type())) {
                new LimitBounds("Pod", ofPod(spec, true), ofPod(spec, false), violations).judge(item);
            }
        }
        return violations;
    }

    /** The same for a claim, whose requests alone are bounded. */
    static List<String> violations(LimitRange range, PersistentVolumeClaim claim) {
        List<String> violations = new ArrayList<>();
        Map<String, String> requests = claim.requests();
        for (LimitRange.Item item : range.spec().limits()) {
            if ("PersistentVolumeClaim".equals(item.type())) {
                LimitBounds bounds = new LimitBounds("PersistentVolumeClaim", requests, new TreeMap<>(), violations);
                new TreeMap<>(item.min()).forEach((name, bound) -> bounds.min(name, Quantity.parse(bound)));
                new TreeMap<>(item.max()).forEach((name, bound) -> bounds.maxRequest(name, Quantity.parse(bound)));
            }
        }
        return violations;
    }

    private void maxRequest(String name, Quantity bound) {
        Quantity request = quantity(requests, name);
        String rule = "maximum " + name + " usage per " + type + " is " + bound;
        if (request == null) {
            violations.add(rule + ".  No request is specified");
        } else if (request.compareTo(bound) > 0) {
            violations.add(rule + ", but request is " + request);
        }
    }

    private static void judgeContainers(LimitRange.Item item, List<Container> containers, List<String> violations) {
        for (Container container : containers) {
            Container.Resources given = container.resources();
            new LimitBounds("Container", given.requests(), given.limits(), violations).judge(item);
        }
    }

    private void judge(LimitRange.Item item) {
        new TreeMap<>(item.min()).forEach((name, bound) -> min(name, Quantity.parse(bound)));
        new TreeMap<>(item.max()).forEach((name, bound) -> max(name, Quantity.parse(bound)));
        new TreeMap<>(item.maxLimitRequestRatio()).forEach((name, bound) -> ratio(name, Quantity.parse(bound)));
    }

    private void min(String name, Quantity bound) {
        Quantity request = quantity(requests, name);
        Quantity limit = quantity(limits, name);
        String rule = "minimum " + name + " usage per " + type + " is " + bound;
        if (request == null) {
            violations.add(rule + ".  No request is specified");
        } else if (request.compareTo(bound) < 0) {
            violations.add(rule + ", but request is " + request);
        } else if (limit != null && limit.compareTo(bound) < 0) {
            violations.add(rule + ", but limit is " + limit);
        }
    }

    private void max(String name, Quantity bound) {
        Quantity request = quantity(requests, name);
        Quantity limit = quantity(limits, name);
        String rule = "maximum " + name + " usage per " + type + " is " + bound;
        if (limit == null) {
            violations.add(rule + ".  No limit is specified");
        } else if (limit.compareTo(bound) > 0) {
            violations.add(rule + ", but limit is " + limit);
        } else if (request != null && request.compareTo(bound) > 0) {
            violations.add(rule + ", but request is " + request);
        }
    }

    private void ratio(String name, Quantity bound) {
        Quantity request = quantity(requests, name);
        Quantity limit = quantity(limits, name);
        String rule = name + " max limit to request ratio per " + type + " is " + bound;
        if (request == null || request.signum() == 0) {
            violations.add(rule + ", but no request is specified or request is 0");
        } else if (limit == null || limit.signum() == 0) {
            violations.add(rule + ", but no limit is specified or limit is 0");
        } else if (limit.amount().compareTo(bound.amount().multiply(request.amount())) > 0) {
            BigDecimal ratio = limit.amount().divide(request.amount(), RATIO_DECIMALS, RoundingMode.HALF_EVEN);
            violations.add(rule + ", but provided ratio is " + ratio.toPlainString());
        }
    }

    private static Quantity quantity(Map<String, String> quantities, String name) {
        String text = quantities.get(name);
        return text == null ? null : Quantity.parse(text);
    }

    /**
     * The sum over the containers where all of them say something, or what one init container needs when that is
     * more; or what the pod says as a whole.
     */
    private static Map<String, String> ofPod(PodSpec spec, boolean isRequests) {
        Map<String, Quantity> total = new TreeMap<>();
        for (String name : names(spec.containers(), isRequests)) {
            Quantity sum = Quantity.ZERO;
            for (Container container : spec.containers()) {
                Quantity one = quantity(given(container, isRequests), name);
                sum = one == null || sum == null ? null : sum.plus(one);
            }
            if (sum != null) {
                boolean isCpu = name.equals("cpu");
                total.put(name, isCpu ? Quantity.ofMilli(sum.milliValue()) : decimal(sum.value()));
            }
        }
        for (Container container : spec.initContainers()) {
            given(container, isRequests)
                    .forEach((name, text) ->
                            total.merge(name, Quantity.parse(text), (sum, one) -> one.compareTo(sum) > 0 ? one : sum));
        }
        total.putAll(PodUsage.ofPod(spec, isRequests));
        Map<String, String> texts = new TreeMap<>();
        total.forEach((name, quantity) -> texts.put(name, quantity.toString()));
        return texts;
    }

    /** Sums print without binary suffixes. */
    private static Quantity decimal(long value) {
        return Quantity.of(value, QuantityFormat.DECIMAL_SI);
    }

    private static TreeSet<String> names(List<Container> containers, boolean isRequests) {
        TreeSet<String> names = new TreeSet<>();
        containers.forEach(
                container -> names.addAll(given(container, isRequests).keySet()));
        return names;
    }

    private static Map<String, String> given(Container container, boolean isRequests) {
        return isRequests
                ? container.resources().requests()
                : container.resources().limits();
    }
}
