package dev.wavetank.model.scheduler;

import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.scheduler.framework.ClusterReader;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.Extender;
import dev.wavetank.model.scheduler.framework.Filters;
import dev.wavetank.model.scheduler.framework.Handle;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.NominatedPods;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.TrialNode;
import dev.wavetank.model.scheduler.framework.WaitingPods;
import dev.wavetank.model.scheduler.report.PodEvents;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.random.RandomStream;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the plug-ins of one profile may use. The filters are known only when the profile has been made. */
final class SchedulerHandle implements Handle, Filters {

    private final String reporter;
    private final Shared shared;
    private @Nullable Filters filters;
    private List<Extender> extenders = List.of();

    /** What the profiles of a scheduler share. */
    record Shared(
            KubernetesVersion version,
            Snapshot snapshot,
            ClusterReader cluster,
            WaitingPods waitingPods,
            NominatedPods nominatedPods,
            ApiClient client,
            PodEvents events,
            Endpoint endpoint,
            Context context,
            Consumer<String> activation) {}

    SchedulerHandle(String reporter, Shared shared) {
        this.reporter = reporter;
        this.shared = shared;
    }

    /** What is known when the profile has been made. */
    void setProfile(Filters ofProfile, List<Extender> others) {
        filters = ofProfile;
        extenders = others;
    }

    private Filters ofProfile() {
        return Objects.requireNonNull(filters, "plug-ins use filters in cycles only");
    }

    @Override
    public KubernetesVersion version() {
        return shared.version();
    }

    @Override
    public Snapshot snapshot() {
        return shared.snapshot();
    }

    @Override
    public ClusterReader cluster() {
        return shared.cluster();
    }

    @Override
    public WaitingPods waitingPods() {
        return shared.waitingPods();
    }

    @Override
    public Filters filters() {
        return this;
    }

    @Override
    public @Nullable Refusal run(CycleState state, PodInfo pod, NodeInfo node) {
        return ofProfile().run(state, pod, node);
    }

    @Override
    public void addPod(CycleState state, PodInfo pod, PodInfo added, TrialNode node) {
        ofProfile().addPod(state, pod, added, node);
    }

    @Override
    public void removePod(CycleState state, PodInfo pod, PodInfo removed, TrialNode node) {
        ofProfile().removePod(state, pod, removed, node);
    }

    @Override
    public List<Extender> extenders() {
        return extenders;
    }

    @Override
    public NominatedPods nominatedPods() {
        return shared.nominatedPods();
    }

    @Override
    public ApiClient client() {
        return shared.client();
    }

    @Override
    public Endpoint endpoint() {
        return shared.endpoint();
    }

    @Override
    public RandomStream random(String purpose) {
        return shared.context().random(purpose + "/" + reporter);
    }

    @Override
    public Context context() {
        return shared.context();
    }

    @Override
    public void activate(String uid) {
        shared.activation().accept(uid);
    }

    @Override
    public void event(EventOf event) {
        shared.events().record(event, reporter);
    }
}
