package dev.wavetank.model.kubelet.cni;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One call of a plug-in: the environment variables of the specification, and what it reads from standard input.
 *
 * @param command {@code CNI_COMMAND}
 * @param containerId {@code CNI_CONTAINERID}: the sandbox
 * @param netns {@code CNI_NETNS}: path of its network namespace; empty when it is gone
 * @param ifName {@code CNI_IFNAME}: name of the interface inside it
 * @param args {@code CNI_ARGS}: further arguments, {@code key=value} separated by semicolons
 * @param config of the plug-in
 * @param previous {@code prevResult}: result of the plug-in before, or of the whole ADD; null when there is none
 */
public record CniRequest(
        Command command,
        String containerId,
        String netns,
        String ifName,
        String args,
        PluginConfig config,
        CniResult.@Nullable Success previous) {

    /** {@code CNI_PATH}: where the binaries of plug-ins are. */
    public static final String PATH = "/opt/cni/bin";

    /** The operations of a plug-in. */
    public enum Command {
        /** Connect the container. */
        ADD,
        /** Disconnect it; must succeed when it is not connected. */
        DEL,
        /** Say whether it is connected as it should be; since version 0.4.0. */
        CHECK
    }

    /** The same call of another plug-in, or with another result before it. */
    public CniRequest with(PluginConfig other, CniResult.@Nullable Success before) {
        return new CniRequest(command, containerId, netns, ifName, args, other, before);
    }

    /** The same call with another command. */
    public CniRequest with(Command other) {
        return new CniRequest(other, containerId, netns, ifName, args, config, previous);
    }

    /** The environment variables of the specification. */
    public Map<String, String> environment() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("CNI_COMMAND", command.name());
        variables.put("CNI_CONTAINERID", containerId);
        variables.put("CNI_NETNS", netns);
        variables.put("CNI_IFNAME", ifName);
        variables.put("CNI_ARGS", args);
        variables.put("CNI_PATH", PATH);
        return variables;
    }

    /** The JSON object on standard input. */
    public Map<String, Object> stdin() {
        Map<String, Object> tree = new LinkedHashMap<>(config.tree());
        if (previous != null) {
            tree.put("prevResult", previous.tree());
        }
        return tree;
    }
}
