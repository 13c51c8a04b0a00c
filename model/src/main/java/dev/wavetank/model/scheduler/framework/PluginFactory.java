package dev.wavetank.model.scheduler.framework;

import java.util.Map;

/** Makes a plug-in of one profile; a user registers one by name. */
@FunctionalInterface
public interface PluginFactory {

    /**
     * Makes the plug-in.
     *
     * @param arguments its {@code pluginConfig.args} as a JSON tree; empty when there are none
     * @throws IllegalArgumentException when the arguments are wrong: the message says which field, and what was
     *     expected
     */
    Plugin create(Map<String, Object> arguments, Handle handle);
}
