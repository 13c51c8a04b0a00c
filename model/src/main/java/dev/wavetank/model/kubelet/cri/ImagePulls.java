package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cri.NodeTroubles.Trouble;
import dev.wavetank.sim.network.CallHandler.Responder;
import java.util.Optional;
import java.util.OptionalLong;

/** The images of a node: pulls, listings and removals. */
final class ImagePulls {

    /** How much longer pulls take from a slow registry. */
    private static final long SLOWER = 10;

    private final Machine machine;
    private final RuntimeWork work;

    ImagePulls(Machine machine, RuntimeWork work) {
        this.machine = machine;
        this.work = work;
    }

    /** Handles a request about images; returns whether it is one. */
    boolean handle(CriRequest request, Responder<CriResponse> out) {
        if (request instanceof CriRequest.PullImage pull) {
            pull(pull, out);
        } else if (request instanceof CriRequest.ImageStatus status) {
            out.respond(new CriResponse.Image(machine.disk().hasImage(status.image())));
        } else if (request instanceof CriRequest.ListImages) {
            out.respond(new CriResponse.Images(machine.disk().imageBytes()));
        } else if (request instanceof CriRequest.RemoveImage remove) {
            machine.disk().removeImage(remove.image());
            out.respond(new CriResponse.Done());
        } else {
            return false;
        }
        return true;
    }

    /** Pulls an image: its registry and the way to it decide how that ends, and how long it takes. */
    private void pull(CriRequest.PullImage pull, Responder<CriResponse> out) {
        NodeLatencies takes = machine.latencies();
        Optional<String> refusal = TroubledPull.refusal(machine.troubles(), pull.image())
                .or(() -> machine.registry().refusal(pull.image(), pull.hasSecret()));
        if (refusal.isPresent()) {
            work.await("check", takes.imageCheck(), () -> out.respond(new CriResponse.Failed(refusal.get())));
            return;
        }
        Runnable pulled = () -> {
            machine.disk()
                    .addImage(
                            pull.image(), machine.registry().size(pull.image()).orElse(0));
            out.respond(new CriResponse.Image(true, machine.registry().size(pull.image())));
        };
        OptionalLong transfer = machine.registry().transferTime(pull.image());
        long factor = machine.troubles().hits(Trouble.PULLS_SLOW) ? SLOWER : 1;
        if (machine.disk().hasImage(pull.image())) {
            work.await(factor * work.draw("check", takes.imageCheck()), pulled);
        } else if (transfer.isPresent()) {
            work.await(factor * (work.draw("check", takes.imageCheck()) + transfer.getAsLong()), pulled);
        } else {
            work.await(factor * work.draw("pull", takes.imagePull()), pulled);
        }
    }
}
