package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.quantity.Quantity;
import java.util.List;
import java.util.Map;

/** Quality of service of a pod, by what its containers ask for. */
enum QosClass {
    GUARANTEED("Guaranteed"),
    BURSTABLE("Burstable"),
    BEST_EFFORT("BestEffort");

    private static final List<String> COMPUTE = List.of("cpu", "memory");
    private final String text;

    QosClass(String text) {
        this.text = text;
    }

    /** Best effort when nothing is asked for; guaranteed when all containers have equal limits and requests. */
    static QosClass of(PodSpec spec) {
        boolean any = false;
        boolean all = true;
        for (List<Container> containers : List.of(spec.containers(), spec.initContainers())) {
            for (Container container : containers) {
                any |= asksForSomething(container.resources());
                all &= isGuaranteed(container.resources());
            }
        }
        if (!any) {
            return BEST_EFFORT;
        }
        return all ? GUARANTEED : BURSTABLE;
    }

    private static boolean asksForSomething(Container.Resources resources) {
        if (resources == null) {
            return false;
        }
        for (String name : COMPUTE) {
            if (isPositive(resources.requests().get(name))
                    || isPositive(resources.limits().get(name))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isGuaranteed(Container.Resources resources) {
        if (resources == null) {
            return false;
        }
        for (String name : COMPUTE) {
            if (!isPositive(resources.limits().get(name)) || !requestEqualsLimit(resources, name)) {
                return false;
            }
        }
        return true;
    }

    private static boolean requestEqualsLimit(Container.Resources resources, String name) {
        Map<String, String> requests = resources.requests();
        String limit = resources.limits().get(name);
        String request = requests.getOrDefault(name, limit);
        return request.equals(limit) || Quantity.parse(request).compareTo(Quantity.parse(limit)) == 0;
    }

    private static boolean isPositive(String quantity) {
        return quantity != null
                && !quantity.equals("0")
                && Quantity.parse(quantity).signum() > 0;
    }

    @Override
    public String toString() {
        return text;
    }
}
