package dev.wavetank.model.trace.hop;

/**
 * The cache of a component shows a change of an object.
 *
 * @param change {@code added}, {@code modified} or {@code deleted}
 * @param object resource and key
 * @param listed whether it came with a list rather than a watch: no watch was open when it was written
 */
public record DeliveryHop(String change, String object, boolean listed) implements Hop {

    @Override
    public Spent spent() {
        return Spent.WATCH;
    }

    @Override
    public String type() {
        return "watch.delivered";
    }

    @Override
    public String subject() {
        return object;
    }

    @Override
    public void describe(Fields out) {
        out.text("change", change).text("object", object).number("listed", listed ? 1 : 0);
    }
}
