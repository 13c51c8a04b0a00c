package dev.wavetank.model.kubelet.cri;

import dev.wavetank.sim.network.CallHandler.Responder;
import java.util.Optional;
import java.util.OptionalLong;

/** The pulls of a node. */
final class ImagePulls {

    private final Machine machine;
    private final RuntimeWork work;

    ImagePulls(Machine machine, RuntimeWork work) {
        this.machine = machine;
        this.work = work;
    }

    /** Pulls an image: its registry and the way to it decide how that ends, and how long it takes. */
    void pull(CriRequest.PullImage pull, Responder<CriResponse> out) {
        NodeLatencies takes = machine.latencies();
        Optional<String> refusal = TroubledPull.refusal(machine.troubles(), pull.image())
                .or(() -> machine.registry().refusal(pull.image(), pull.hasSecret()));
        if (refusal.isPresent()) {
            work.await("check", takes.imageCheck(), () -> out.respond(new CriResponse.Failed(refusal.get())));
            return;
        }
        Runnable pulled = () -> {
            machine.disk().addImage(pull.image());
            out.respond(new CriResponse.Image(true, machine.registry().size(pull.image())));
        };
        OptionalLong transfer = machine.registry().transferTime(pull.image());
        if (machine.disk().hasImage(pull.image())) {
            work.await("check", takes.imageCheck(), pulled);
        } else if (transfer.isPresent()) {
            work.await(work.draw("check", takes.imageCheck()) + transfer.getAsLong(), pulled);
        } else {
            work.await("pull", takes.imagePull(), pulled);
        }
    }
}
