package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.scheduler.config.ConfigurationException;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Map;

/** Reads the arguments of plug-ins, each of a type of its own ({@code PluginConfig.decodeNestedObjects}). */
final class ArgumentsDecoder {

    private final ConfigDocument file;
    private final ConfigApi api;
    private final Schema schema;
    private final KubernetesVersion version;

    ArgumentsDecoder(ConfigDocument file, ConfigApi api, Schema schema, KubernetesVersion version) {
        this.file = file;
        this.api = api;
        this.schema = schema;
        this.version = version;
    }

    /**
     * Reads one entry.
     *
     * @param profile number of the profile; negative when the file has one at its top
     * @param index number of the entry
     * @throws ConfigurationException when the arguments are not of the plug-in's type
     */
    Draft.Arguments decode(Map<String, Object> entry, int profile, int index) {
        String plugin = Tree.text(entry, "name");
        Map<String, Object> args = Tree.map(entry, "args");
        String path = (profile < 0 ? "" : "profiles[" + profile + "].") + "pluginConfig[" + index + "]";
        boolean typed = schema.hasType(api.label() + "." + plugin + "Args") && !api.hasOneProfile();
        if (typed && !args.isEmpty()) {
            check(plugin, args, profile, index, path);
        }
        return new Draft.Arguments(path, plugin, args);
    }

    private void check(String plugin, Map<String, Object> args, int profile, int index, String path) {
        String start = "decoding ." + path + ": ";
        String kind = plugin + "Args";
        String apiVersion = Tree.has(args, "apiVersion") ? Tree.text(args, "apiVersion") : api.apiVersion();
        String given = Tree.has(args, "kind") ? Tree.text(args, "kind") : kind;
        if (!apiVersion.equals(api.apiVersion()) || !schema.hasType(api.label() + "." + given)) {
            throw new ConfigurationException(
                    path + ".args",
                    start + "decoding args for plugin " + plugin + ": " + ConfigApi.unknown(given, apiVersion));
        }
        ConfigDocument part = file.at(args, "profiles", profile, "pluginConfig", index, "args");
        try {
            part.check(schema, api.label() + "." + given, version);
        } catch (ConfigurationException mistake) {
            throw new ConfigurationException(
                    path + ".args",
                    start + "decoding args for plugin " + plugin + ": " + mistake.program(),
                    start + "decoding args for plugin " + plugin + ": " + mistake.getMessage());
        }
        if (!given.equals(kind)) {
            throw new ConfigurationException(
                    path + ".args",
                    start + "args for plugin " + plugin + " were not of type " + kind + "." + ConfigApi.GROUP + ", got "
                            + given + "." + ConfigApi.GROUP);
        }
    }
}
