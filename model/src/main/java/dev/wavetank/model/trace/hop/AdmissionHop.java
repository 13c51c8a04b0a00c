package dev.wavetank.model.trace.hop;

/**
 * An admission plugin has changed or refused an object.
 *
 * @param plugin name of the plugin
 * @param object resource and key
 * @param outcome which fields it changed, or why it refuses
 */
public record AdmissionHop(String plugin, String object, String outcome) implements Hop {

    @Override
    public Spent spent() {
        return Spent.API_SERVER;
    }

    @Override
    public String type() {
        return "api.admission";
    }

    @Override
    public String subject() {
        return object;
    }

    @Override
    public void describe(Fields out) {
        out.text("plugin", plugin).text("object", object).text("outcome", outcome);
    }
}
