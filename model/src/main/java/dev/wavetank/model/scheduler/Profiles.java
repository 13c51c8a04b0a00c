package dev.wavetank.model.scheduler;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.binding.BindingCycle;
import dev.wavetank.model.scheduler.cache.SchedulerCache;
import dev.wavetank.model.scheduler.framework.EnqueueExtensions;
import dev.wavetank.model.scheduler.framework.Plugin;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PreEnqueuePlugin;
import dev.wavetank.model.scheduler.framework.Profile;
import dev.wavetank.model.scheduler.framework.ProfileFactory;
import dev.wavetank.model.scheduler.framework.QueueSortPlugin;
import dev.wavetank.model.scheduler.plugin.resources.NodeResourcesFit;
import dev.wavetank.model.scheduler.runtime.Commitments;
import dev.wavetank.model.scheduler.runtime.FrameworkRunner;
import dev.wavetank.model.scheduler.runtime.PermitWaits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The profiles of a scheduler, by the name that pods call them. */
final class Profiles {

    /** Who places a pod that names nobody. */
    private static final String DEFAULT_NAME = "default-scheduler";

    private final Map<String, Active> byName = new LinkedHashMap<>();
    private final QueueSortPlugin order;

    /**
     * A profile at work.
     *
     * @param runner decides
     * @param binding makes decisions true
     */
    record Active(FrameworkRunner runner, BindingCycle.Parts binding) {}

    Profiles(List<ProfileFactory> factories, SchedulerHandle.Shared shared, SchedulerCache cache, PermitWaits waits) {
        if (factories.isEmpty()) {
            throw new IllegalArgumentException("a scheduler needs at least one profile");
        }
        QueueSortPlugin first = null;
        for (ProfileFactory factory : factories) {
            SchedulerHandle handle = new SchedulerHandle(factory.schedulerName(), shared);
            Profile profile = factory.create(handle);
            FrameworkRunner runner = new FrameworkRunner(profile, shared.nominatedPods(), shared.version());
            handle.setProfile(runner, profile.extenders());
            BindingCycle.Parts binding = new BindingCycle.Parts(
                    shared.context(), cache, new Commitments(profile, waits, shared.version()), shared.version());
            byName.put(profile.schedulerName(), new Active(runner, binding));
            first = first == null ? profile.queueSort() : first;
        }
        order = Objects.requireNonNull(first);
    }

    /** The profile that a pod names, or null. */
    @Nullable
    Active of(Pod pod) {
        return byName.get(nameOf(pod));
    }

    /** Whether a pod names one of the profiles. */
    boolean isResponsible(Pod pod) {
        return byName.containsKey(nameOf(pod));
    }

    /** Whether the profile of a pod has the filter that looks after a resource. */
    boolean checksRoom(Pod pod, String resource) {
        Active active = of(pod);
        return active == null
                || active.runner().profile().filters().stream()
                        .filter(plugin -> plugin.name().equals("NodeResourcesFit"))
                        .anyMatch(plugin -> !(plugin instanceof NodeResourcesFit fit) || fit.counts(resource));
    }

    private static String nameOf(Pod pod) {
        String wanted = pod.spec().schedulerName();
        return wanted == null || wanted.isEmpty() ? DEFAULT_NAME : wanted;
    }

    /** The order of the queue: that of the first profile, which all share. */
    QueueSortPlugin order() {
        return order;
    }

    /** Whether no pre-enqueue plug-in keeps the pod out of the active queue. */
    boolean isReady(PodInfo pod) {
        Active active = of(pod.pod());
        if (active != null) {
            for (PreEnqueuePlugin plugin : active.runner().profile().preEnqueues()) {
                if (!plugin.preEnqueue(pod).isSuccess()) {
                    return false;
                }
            }
        }
        return true;
    }

    /** What each plug-in has registered; a plug-in that has not is absent. */
    Map<String, List<EnqueueExtensions.Interest>> interests() {
        Map<String, List<EnqueueExtensions.Interest>> interests = new LinkedHashMap<>();
        for (Active active : byName.values()) {
            Profile profile = active.runner().profile();
            for (List<? extends Plugin> point : List.of(
                    profile.preEnqueues(),
                    profile.preFilters(),
                    profile.filters(),
                    profile.reserves(),
                    profile.permits())) {
                for (Plugin plugin : point) {
                    if (plugin instanceof EnqueueExtensions extensions) {
                        interests.put(plugin.name(), extensions.eventsToRegister());
                    }
                }
            }
        }
        return interests;
    }
}
