package dev.wavetank.model.kubelet.collection;

import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.cri.image.ImageLayer;
import dev.wavetank.model.kubelet.cri.image.NodeImage;
import dev.wavetank.model.kubelet.cri.image.StoredImage;
import dev.wavetank.model.kubelet.event.PodEvents;
import dev.wavetank.model.kubelet.runtime.CriClient;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Removes images when the disk is full, those first that were not used for longest, every five minutes ({@code
 * pkg/kubelet/images/image_gc_manager.go} v1.20 and, for old images, v1.30).
 *
 * <p>What the disk holds, and how it grows, is known: a tick at which it cannot be too full is not simulated.
 */
final class ImageCollector {

    /** {@code ImageGCPeriod}, and the period at which images are looked at. */
    private static final long PERIOD = 5 * VirtualTime.MINUTE;

    /** An image that was there when the kubelet started. */
    private static final long ALWAYS = Long.MIN_VALUE / 2;

    private final Context context;
    private final CriClient cri;
    private final CollectionSettings settings;
    private final Disk disk;
    private final boolean namesEligible;
    private final long start;
    private final PodEvents events;
    private final String node;
    private final SortedMap<String, Known> images = new TreeMap<>();
    private SortedMap<String, Long> used = Collections.emptySortedMap();
    private long bytes;
    private boolean initialized;
    private boolean failedBefore;
    private @Nullable Timer timer;
    private long armedFor = Long.MAX_VALUE;

    /** The disk of a node. */
    interface Disk {

        /** Its size in bytes; 0 when it is not known: then nothing is collected. */
        long capacity();

        /** Bytes that containers have written. */
        long written();

        /** How many they add each second. */
        double growth();
    }

    private record Known(StoredImage stored, List<ImageLayer> layers, long detected, long lastUsed) {

        private Known seenAs(StoredImage latest) {
            return new Known(latest, layers, detected, lastUsed);
        }

        private long bytes() {
            return ImageLayer.sum(layers);
        }
    }

    /** @param namesEligible whether the message of a failure says how many bytes could have been freed at all */
    ImageCollector(
            Context context,
            CriClient cri,
            CollectionSettings settings,
            Disk disk,
            PodEvents events,
            String node,
            boolean namesEligible) {
        this.context = context;
        this.cri = cri;
        this.settings = settings;
        this.disk = disk;
        this.events = events;
        this.node = node;
        this.namesEligible = namesEligible;
        this.start = context.now();
    }

    /** Lists the images, because there may be others now. */
    Completion<Boolean> look() {
        if (disk.capacity() <= 0) {
            return Completion.of(true);
        }
        return cri.call(new CriRequest.ListImages()).map(response -> {
            if (!(response instanceof CriResponse.Images listed)) {
                return false;
            }
            images.keySet().retainAll(listed.layers().keySet());
            long detected = initialized ? tick(context.now(), 1) : ALWAYS;
            listed.layers().forEach((name, layers) -> {
                StoredImage stored = Objects.requireNonNull(listed.stored().get(name));
                Known known = images.get(name);
                images.put(name, known == null ? new Known(stored, layers, detected, ALWAYS) : known.seenAs(stored));
            });
            count();
            initialized = true;
            reconsider();
            return true;
        });
    }

    /** The images, each once, however many names it has; empty before the first list. */
    Optional<List<NodeImage>> listed() {
        if (!initialized) {
            return Optional.empty();
        }
        SortedMap<String, NodeImage> byId = new TreeMap<>();
        images.values()
                .forEach(known -> byId.put(
                        known.stored().id(), new NodeImage(known.stored().names(), known.bytes())));
        return Optional.of(List.copyOf(byId.values()));
    }

    /** Bytes of all images on the disk, where layers that several have are there once. */
    long bytes() {
        return bytes;
    }

    private void count() {
        bytes = ImageLayer.sumOnDisk(images.values().stream().map(Known::layers).toList());
    }

    /** Notes which images containers use, also dead ones. */
    void see(List<RuntimePod> listing) {
        if (disk.capacity() <= 0) {
            return;
        }
        SortedMap<String, Long> now = new TreeMap<>();
        for (RuntimePod pod : listing) {
            for (RuntimeContainer container : pod.containers()) {
                Long since = used.get(container.image().name());
                now.put(container.image().name(), since == null ? context.now() : since);
            }
        }
        used.forEach((image, since) -> {
            long seen = tick(context.now(), 0);
            if (!now.containsKey(image) && seen >= since) {
                images.computeIfPresent(
                        image, (name, old) -> new Known(old.stored(), old.layers(), old.detected(), seen));
            }
        });
        used = now;
        if (!initialized) {
            look();
        } else {
            reconsider();
        }
    }

    /** The last tick until a time, or one of those after it. */
    private long tick(long time, int after) {
        return start + ((time - start) / PERIOD + after) * PERIOD;
    }

    /** Free bytes below which the disk is too full: its use is rounded up to whole percents. */
    private long least() {
        return disk.capacity() / 100 * (101 - settings.high());
    }

    private long available() {
        return Math.max(0, disk.capacity() - disk.written() - bytes());
    }

    private void reconsider() {
        long spare = available() - least();
        double growth = disk.growth();
        long next = Long.MAX_VALUE;
        if (spare < 0) {
            next = tick(context.now(), 1);
        } else if (growth > 0 && spare / growth < VirtualTime.HOUR * 1.0) {
            next = tick(context.now() + (long) (spare / growth * VirtualTime.SECOND), 1);
        }
        if (settings.oldest() > 0) {
            for (Map.Entry<String, Known> each : images.entrySet()) {
                if (!used.containsKey(each.getKey())) {
                    long due = Math.max(start, each.getValue().lastUsed()) + settings.oldest();
                    next = Math.min(next, tick(Math.max(context.now(), due), 1));
                }
            }
        }
        arm(next);
    }

    private void arm(long time) {
        if (time < armedFor) {
            if (timer != null) {
                timer.cancel();
            }
            armedFor = time;
            // What only time can mend wakes nobody who waits for the cluster to come to rest.
            timer = context.daemonAfter(time - context.now(), () -> {
                armedFor = Long.MAX_VALUE;
                timer = null;
                collect();
            });
        }
    }

    private void collect() {
        look().then(listed -> listed ? removeOld() : Completion.of(-1L)).whenDone(removed -> {
            if (removed < 0) {
                failed("container runtime is down");
                return;
            }
            long available = available();
            long percent = 100 - available * 100 / disk.capacity();
            long wanted = disk.capacity() * (100 - settings.low()) / 100 - available;
            if (percent < settings.high()) {
                failedBefore = false;
                reconsider();
                return;
            }
            free(wanted).whenDone(freed -> {
                if (freed < wanted) {
                    String message = namesEligible
                            ? "Failed to garbage collect required amount of images. Attempted to free " + wanted
                                    + " bytes, but only found " + freed + " bytes eligible to free."
                            : "failed to garbage collect required amount of images. Wanted to free " + wanted
                                    + " bytes, but freed " + freed + " bytes";
                    events.node(node, true, "FreeDiskSpaceFailed", message);
                    failed(message);
                } else {
                    failedBefore = false;
                }
                reconsider();
            });
        });
    }

    /** Only a second failure in a row is told. */
    private void failed(String message) {
        if (failedBefore) {
            events.node(node, true, "ImageGCFailed", message);
        }
        failedBefore = true;
        reconsider();
    }

    private Completion<Long> removeOld() {
        long now = context.now();
        if (settings.oldest() == 0 || now - start <= settings.oldest()) {
            return Completion.of(0L);
        }
        List<String> old = new ArrayList<>();
        for (String image : byUse()) {
            if (now - known(image).lastUsed() > settings.oldest() && isOldEnough(image, now)) {
                old.add(image);
            }
        }
        return remove(old, 0, Long.MAX_VALUE, 0);
    }

    /** Removes unused images until so many bytes are free; ends with how many are. */
    Completion<Long> free(long wanted) {
        List<String> candidates = byUse();
        long now = context.now();
        candidates.removeIf(image -> !isOldEnough(image, now));
        return remove(candidates, 0, wanted, 0);
    }

    private Known known(String image) {
        return Objects.requireNonNull(images.get(image));
    }

    private boolean isOldEnough(String image, long now) {
        // An image that was not yet looked at is looked at now.
        return now - Math.min(now, known(image).detected()) >= settings.youngest();
    }

    /** The unused images, in the order in which they go. */
    private List<String> byUse() {
        List<String> unused = new ArrayList<>(images.keySet());
        unused.removeIf(used::containsKey);
        unused.sort((one, other) -> {
            int order = Long.compare(known(one).lastUsed(), known(other).lastUsed());
            return order != 0
                    ? order
                    : Long.compare(known(one).detected(), known(other).detected());
        });
        return unused;
    }

    private Completion<Long> remove(List<String> candidates, int index, long wanted, long freed) {
        if (index == candidates.size() || freed >= wanted) {
            return Completion.of(freed);
        }
        String image = candidates.get(index);
        return cri.call(new CriRequest.RemoveImage(image)).then(response -> {
            Known gone = response instanceof CriResponse.Done ? images.remove(image) : null;
            count();
            // The kubelet counts all of an image as freed, also layers that others have.
            return remove(candidates, index + 1, wanted, gone == null ? freed : freed + gone.bytes());
        });
    }
}
