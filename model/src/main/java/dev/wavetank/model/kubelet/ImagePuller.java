package dev.wavetank.model.kubelet;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Makes the image of a container available on the node, following its pull policy. A node pulls one image after the
 * other ({@code --serialize-image-pulls}).
 */
final class ImagePuller {

    private final Context context;
    private final CriClient cri;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean pulling;

    ImagePuller(Context context, CriClient cri) {
        this.context = context;
        this.cri = cri;
    }

    /** Done with whether the image is on the node. */
    Completion<Boolean> ensure(Container container) {
        String image = ImageReference.of(container.image());
        if (policy(container).equals("Always")) {
            return pull(image);
        }
        boolean never = policy(container).equals("Never");
        return cri.call(new CriRequest.ImageStatus(image))
                .then(status -> isPresent(status) || never ? Completion.of(isPresent(status)) : pull(image));
    }

    /** The policy, or its default: always for the latest image. */
    private static String policy(Container container) {
        if (container.imagePullPolicy() != null) {
            return container.imagePullPolicy();
        }
        return ImageReference.isLatest(container.image()) ? "Always" : "IfNotPresent";
    }

    private Completion<Boolean> pull(String image) {
        Completion<Boolean> result = new Completion<>();
        long cause = context.cause();
        waiting.add(() -> {
            context.resume(cause);
            cri.call(new CriRequest.PullImage(image)).whenDone(response -> {
                pulling = false;
                next();
                result.complete(isPresent(response));
            });
        });
        next();
        return result;
    }

    private void next() {
        if (!pulling && !waiting.isEmpty()) {
            pulling = true;
            long cause = context.cause();
            waiting.remove().run();
            context.resume(cause);
        }
    }

    private static boolean isPresent(CriResponse response) {
        return response instanceof CriResponse.Image image && image.present();
    }
}
