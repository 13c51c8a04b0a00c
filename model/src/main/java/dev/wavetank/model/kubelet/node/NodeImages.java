package dev.wavetank.model.kubelet.node;

import dev.wavetank.model.kubelet.cri.image.NodeImage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The images in the status of a node: the largest, the largest first ({@code Images} in pkg/kubelet/nodestatus v1.20).
 * Images whose size is not known are left out.
 */
final class NodeImages {

    /** The default of {@code --node-status-max-images}. */
    private static final int MOST = 50;

    /** {@code MaxNamesPerImageInNodeStatus}. */
    private static final int MOST_NAMES = 5;

    private NodeImages() {}

    /** The field of the status; the sort keeps the order of equal ones. */
    static List<Object> field(List<NodeImage> all) {
        List<NodeImage> bySize = new ArrayList<>(all);
        bySize.removeIf(each -> each.bytes() <= 0);
        bySize.sort(Comparator.comparingLong(NodeImage::bytes).reversed());
        List<Object> images = new ArrayList<>();
        for (NodeImage each : bySize.subList(0, Math.min(MOST, bySize.size()))) {
            Map<String, Object> image = new LinkedHashMap<>();
            List<String> names = each.names();
            image.put("names", names.subList(0, Math.min(MOST_NAMES, names.size())));
            image.put("sizeBytes", each.bytes());
            images.add(image);
        }
        return images;
    }

    /** Whether the status has these images already. */
    static boolean isShown(List<Object> wanted, @Nullable Object stored) {
        return bySize(wanted).equals(stored instanceof List<?> list ? bySize(list) : new TreeMap<>());
    }

    /** Numbers may have been read from JSON, so that their types differ. */
    private static SortedMap<String, String> bySize(List<?> images) {
        SortedMap<String, String> sizes = new TreeMap<>();
        for (Object image : images) {
            if (image instanceof Map<?, ?> fields) {
                sizes.put(String.valueOf(fields.get("names")), Objects.toString(fields.get("sizeBytes")));
            }
        }
        return sizes;
    }
}
