package dev.wavetank.model.kubelet.cni.plugin;

import dev.wavetank.model.kubelet.cni.CniPlugin;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** The binaries that every node has. */
public final class StandardPlugins {

    private static final Map<String, CniPlugin> ALL = made(Collections.emptyMap());

    private StandardPlugins() {}

    /** The plug-ins by name. */
    public static Map<String, CniPlugin> all() {
        return ALL;
    }

    /** The same with plug-ins of the user, which take the place of others with their name. */
    public static Map<String, CniPlugin> with(Map<String, CniPlugin> own) {
        return own.isEmpty() ? ALL : made(own);
    }

    private static Map<String, CniPlugin> made(Map<String, CniPlugin> own) {
        Map<String, CniPlugin> all = new TreeMap<>();
        Map<String, CniPlugin> seen = Collections.unmodifiableMap(all);
        all.put(HostLocalPlugin.TYPE, new HostLocalPlugin());
        all.put(BridgePlugin.TYPE, new BridgePlugin(seen));
        all.put(CalicoPlugin.TYPE, new CalicoPlugin(seen));
        all.put(FlannelPlugin.TYPE, new FlannelPlugin(seen));
        all.put(LoopbackPlugin.TYPE, new LoopbackPlugin());
        all.put(PortmapPlugin.TYPE, new PortmapPlugin());
        all.put(BandwidthPlugin.TYPE, new BandwidthPlugin());
        all.putAll(own);
        return seen;
    }
}
