package dev.wavetank.model.apiserver.registry.core;

import dev.wavetank.model.api.core.LimitRange;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.ResourceNames;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.quantity.Quantity;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds limit ranges whose bounds contradict each other. The texts are those of the recorded server (v1.20). */
final class LimitRangeBounds {

    private static final String POD = "Pod";

    private LimitRangeBounds() {}

    static void validate(List<LimitRange.Item> items, FieldErrors errors) {
        Set<String> types = new LinkedHashSet<>();
        for (int i = 0; i < items.size(); i++) {
            LimitRange.Item item = items.get(i);
            String path = "spec.limits[" + i + "]";
            if (!types.add(String.valueOf(item.type()))) {
                errors.duplicate(path + ".type", GoSyntax.of(item.type()));
            }
            item(item, path, errors);
        }
    }

    private static void item(LimitRange.Item item, String path, FieldErrors errors) {
        boolean readable = quantities(item.max(), path + ".max", errors)
                & quantities(item.min(), path + ".min", errors)
                & quantities(item.default_(), path + ".default", errors)
                & quantities(item.defaultRequest(), path + ".defaultRequest", errors)
                & quantities(item.maxLimitRequestRatio(), path + ".maxLimitRequestRatio", errors);
        if (POD.equals(item.type())) {
            forbidden(item.default_(), path + ".default", errors);
            forbidden(item.defaultRequest(), path + ".defaultRequest", errors);
        }
        if (!readable) {
            return;
        }
        Set<String> names = new TreeSet<>(item.max().keySet());
        names.addAll(item.min().keySet());
        names.addAll(item.default_().keySet());
        names.addAll(item.defaultRequest().keySet());
        names.addAll(item.maxLimitRequestRatio().keySet());
        names.forEach(name -> bounds(item, name, path, errors));
    }

    private static boolean quantities(Map<String, String> quantities, String path, FieldErrors errors) {
        boolean readable = true;
        for (Map.Entry<String, String> entry : quantities.entrySet()) {
            String field = path + "[" + entry.getKey() + "]";
            readable &= ResourceNames.quantity(entry.getValue(), field, errors);
        }
        return readable;
    }

    private static void forbidden(Map<String, String> quantities, String path, FieldErrors errors) {
        if (!quantities.isEmpty()) {
            errors.forbidden(path, "may not be specified when `type` is 'Pod'");
        }
    }

    private static void bounds(LimitRange.Item item, String name, String path, FieldErrors errors) {
        String min = item.min().get(name);
        String max = item.max().get(name);
        String request = item.defaultRequest().get(name);
        String limit = item.default_().get(name);
        String key = "[" + name + "]";
        order(min, "min value", max, "max value", path + ".min" + key, min, errors);
        order(min, "min value", request, "default request value", path + ".defaultRequest" + key, request, errors);
        order(request, "default request value", max, "max value", path + ".defaultRequest" + key, request, errors);
        order(
                request,
                "default request value",
                limit,
                "default limit value",
                path + ".defaultRequest" + key,
                request,
                errors);
        order(min, "min value", limit, "default value", path + ".default" + key, min, errors);
        order(limit, "default value", max, "max value", path + ".default" + key, max, errors);
        String ratio = item.maxLimitRequestRatio().get(name);
        if (ratio != null && Quantity.parse(ratio).compareTo(Quantity.parse("1")) < 0) {
            errors.invalid(
                    path + ".maxLimitRequestRatio" + key,
                    GoSyntax.quantity(ratio),
                    "ratio " + ratio + " is less than 1");
        }
    }

    /** The first must not be greater than the second. */
    private static void order(
            String first, String what, String second, String other, String path, String shown, FieldErrors errors) {
        if (first != null && second != null && Quantity.parse(first).compareTo(Quantity.parse(second)) > 0) {
            errors.invalid(
                    path,
                    GoSyntax.quantity(shown),
                    what + " " + Quantity.parse(first) + " is greater than " + other + " " + Quantity.parse(second));
        }
    }
}
