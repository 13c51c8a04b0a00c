package dev.wavetank.model.scenario;

import dev.wavetank.model.quantity.Quantity;
import java.util.Map;
import java.util.TreeMap;

/** Reads capacities of nodes: quantities by resource name. */
final class CapacityCodec {

    private CapacityCodec() {}

    static Map<String, String> read(DocumentFields fields) {
        Map<String, String> capacity = new TreeMap<>();
        fields.texts().forEach((resource, quantity) -> {
            Quantity amount = quantity(fields, resource, quantity);
            if (amount.signum() < 0) {
                throw fields.mistake(resource, "'" + quantity + "' is negative: expected 0 or more");
            }
            if (resource.equals("pods") && amount.amount().stripTrailingZeros().scale() > 0) {
                throw fields.mistake(resource, "'" + quantity + "' is no whole number: pods are counted");
            }
            NodeRules.capacity(resource, amount).ifPresent(wrong -> {
                throw fields.mistake(resource, wrong);
            });
            capacity.put(resource, quantity);
        });
        return capacity;
    }

    private static Quantity quantity(DocumentFields fields, String resource, String quantity) {
        try {
            return Quantity.parse(quantity);
        } catch (IllegalArgumentException wrong) {
            throw fields.mistake(
                    resource,
                    "'" + quantity + "' is no quantity: write a number and perhaps a unit, such as 4, 500m or 16Gi");
        }
    }
}
