package dev.wavetank.properties.generate;

import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.VirtualTime;

/** Users in a hurry: they delete what has hardly been made, and make it again by the same name. */
final class HasteTheme implements Theme {

    private static final int ROUNDS_MAX = 6;

    @Override
    public void draw(Draft draft, String id) {
        String name = "brief-" + id;
        draft.begin();
        for (int i = draft.between(2, ROUNDS_MAX); i > 0; i--) {
            String pod = name + draft.between(1, 2);
            draft.apply(
                    pod + ".yaml",
                    "{apiVersion: v1, kind: Pod, metadata: {name: " + pod + ", labels: {app: " + name
                            + "}}, spec: {terminationGracePeriodSeconds: " + draft.between(1, 9) + ", "
                            + Templates.server("app:1", "") + "}}\n");
            draft.after(draft.between(1, 60) * VirtualTime.MILLISECOND);
            // Trials by the server came with the end of generators, in v1.18.
            boolean canTry = !draft.version().has(Feature.KUBECTL_RUN_GENERATORS);
            if (draft.isOneIn(4) && canTry) {
                draft.kubectl("delete", "pod", pod, "--dry-run=server");
                draft.kubectl("run", pod + "-not", "--image=app:1", "--dry-run=server");
            } else if (draft.isOneIn(2)) {
                draft.kubectl("delete", "pod", pod, "--force", "--grace-period=0");
            } else {
                draft.kubectl("delete", "pod", pod);
            }
            draft.after(draft.between(1, 2_000) * VirtualTime.MILLISECOND);
        }
    }
}
