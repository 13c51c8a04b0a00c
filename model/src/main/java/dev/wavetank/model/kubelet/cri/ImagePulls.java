package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cri.NodeTroubles.Trouble;
import dev.wavetank.model.kubelet.cri.image.ImageLayer;
import dev.wavetank.model.kubelet.cri.image.ImageStore;
import dev.wavetank.model.kubelet.cri.image.LayerDownloads;
import dev.wavetank.model.kubelet.cri.image.PullFailure;
import dev.wavetank.model.kubelet.cri.image.StoredImage;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.CallHandler.Responder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** The images of a node: pulls, listings and removals. */
final class ImagePulls {

    /** How much longer pulls take from a slow registry. */
    private static final long SLOWER = 10;

    private final Context context;
    private final Machine machine;
    private final RuntimeWork work;
    private final ImageStore images;
    private final LayerDownloads downloads;

    ImagePulls(Context context, Machine machine, RuntimeWork work) {
        this.context = context;
        this.machine = machine;
        this.work = work;
        this.images = machine.disk().images();
        // The link to the registries has the form of one processor: what uses it at the same time shares it.
        this.downloads = new LayerDownloads(context, images, new Processors(context, 1)::work);
    }

    /** Handles a request about images; returns whether it is one. */
    boolean handle(CriRequest request, Responder<CriResponse> out) {
        if (request instanceof CriRequest.PullImage pull) {
            pull(pull, out);
        } else if (request instanceof CriRequest.ImageStatus status) {
            out.respond(new CriResponse.Image(images.has(status.image())));
        } else if (request instanceof CriRequest.ListImages) {
            out.respond(listing());
        } else if (request instanceof CriRequest.RemoveImage remove) {
            images.remove(remove.image(), context.now());
            out.respond(new CriResponse.Done());
        } else {
            return false;
        }
        return true;
    }

    /** Pulls an image: its registry and the way to it decide how that ends, and how long it takes. */
    private void pull(CriRequest.PullImage pull, Responder<CriResponse> out) {
        String image = pull.image();
        NodeLatencies takes = machine.latencies();
        Optional<PullFailure> refusal = TroubledPull.refusal(machine.troubles())
                .or(() -> machine.registry().refusal(image, pull.hasSecret()))
                .or(() -> isOverLimit(pull) ? Optional.of(PullFailure.OVER_LIMIT) : Optional.empty());
        if (refusal.isPresent()) {
            String error = machine.runtime().pull(refusal.get(), image);
            work.await("check", takes.imageCheck(), () -> out.respond(new CriResponse.Failed(error)));
            return;
        }
        Optional<List<ImageLayer>> layers = machine.registry().layers(image);
        long factor = machine.troubles().hits(Trouble.PULLS_SLOW) ? SLOWER : 1;
        Runnable pulled = () -> out.respond(new CriResponse.Image(true, size(layers)));
        if (images.has(image)) {
            images.pulled(image);
            work.await(factor * work.draw("check", takes.imageCheck()), pulled);
        } else if (layers.isPresent()) {
            double perByte = factor * machine.registry().nanosPerByte();
            work.await(
                    factor * work.draw("check", takes.imageCheck()),
                    () -> downloads.fetch(image, layers.get(), perByte, pulled));
        } else {
            work.await(factor * work.draw("pull", takes.imagePull()), () -> {
                images.add(image, ImageLayer.unknown(image));
                images.pulled(image);
                pulled.run();
            });
        }
    }

    private CriResponse listing() {
        SortedMap<String, StoredImage> stored = new TreeMap<>();
        images.images()
                .keySet()
                .forEach(image -> stored.put(image, machine.runtime().stored(image, images)));
        return new CriResponse.Images(images.images(), stored);
    }

    private boolean isOverLimit(CriRequest.PullImage pull) {
        return !images.has(pull.image())
                && machine.registry()
                        .isOverLimit(pull.image(), pull.hasSecret(), machine.node(), machine.pulls(), context.now());
    }

    private static OptionalLong size(Optional<List<ImageLayer>> layers) {
        return layers.isPresent() ? OptionalLong.of(ImageLayer.sum(layers.get())) : OptionalLong.empty();
    }
}
