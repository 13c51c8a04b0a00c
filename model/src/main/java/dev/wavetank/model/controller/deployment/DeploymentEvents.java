package dev.wavetank.model.controller.deployment;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.sim.component.Context;
import java.util.Objects;

/** Reacts to changes of Deployments: every change triggers a sync. */
final class DeploymentEvents implements Informer.Handler<Deployment> {

    private final Context context;
    private final WorkQueue<ObjectKey> queue;

    DeploymentEvents(Context context, WorkQueue<ObjectKey> queue) {
        this.context = context;
        this.queue = queue;
    }

    @Override
    public void added(Deployment deployment) {
        observed(deployment);
        queue.add(deployment.key());
    }

    @Override
    public void updated(Deployment before, Deployment after) {
        if (!Objects.equals(before.metadata().generation(), after.metadata().generation())) {
            observed(after);
        }
        queue.add(after.key());
    }

    private void observed(Deployment deployment) {
        context.trace(new Milestone(Milestone.Point.OBSERVED, "deployment/" + deployment.key(), null));
    }

    @Override
    public void deleted(Deployment last) {
        queue.add(last.key());
    }
}
