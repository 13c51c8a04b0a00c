package dev.wavetank.model.scheduler.report;

import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.scheduler.framework.Handle;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;
import java.util.Optional;

/**
 * Records Events about pods: since v1.16 those of events.k8s.io, before as other components do, with a source, a first
 * and a last time and a count ({@code Recorder} in cmd/kube-scheduler/app, PR 78447).
 */
public final class PodEvents {

    private final EventRecorder recorder;
    private final Optional<EventSeries> series;

    /**
     * Nothing is recorded yet.
     *
     * @param recorder of the scheduler, which records its elections too
     */
    public PodEvents(Context context, ApiClient client, EventRecorder recorder, KubernetesVersion version) {
        this.recorder = recorder;
        this.series = version.has(Feature.SCHEDULER_EVENT_SERIES)
                ? Optional.of(new EventSeries(context, client, version))
                : Optional.empty();
    }

    /**
     * Records an Event.
     *
     * @param reporter the profile in whose name; versions without series have one only
     */
    public void record(Handle.EventOf occurrence, String reporter) {
        if (series.isPresent()) {
            series.get().record(occurrence, reporter);
        } else if (occurrence.type().equals("Normal")) {
            recorder.normal(occurrence.pod(), occurrence.reason(), occurrence.note());
        } else {
            recorder.warning(occurrence.pod(), occurrence.reason(), occurrence.note());
        }
    }
}
