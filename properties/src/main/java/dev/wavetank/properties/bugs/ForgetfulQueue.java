package dev.wavetank.properties.bugs;

import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.queue.QueueSettings;
import dev.wavetank.model.scheduler.queue.QueuedPod;
import dev.wavetank.model.scheduler.queue.SchedulingQueue;
import dev.wavetank.sim.component.Context;
import java.util.List;

/** Does not ask what happened during an attempt that a plug-in has refused. */
final class ForgetfulQueue extends SchedulingQueue {

    ForgetfulQueue(Context context, QueueSettings settings, Parts parts) {
        super(context, settings, parts);
    }

    @Override
    protected boolean mayBeTried(QueuedPod pod, List<ClusterEvent.Occurrence> meanwhile) {
        return pod.refusedBy().isEmpty() && super.mayBeTried(pod, meanwhile);
    }
}
