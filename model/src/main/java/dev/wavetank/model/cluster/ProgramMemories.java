package dev.wavetank.model.cluster;

import dev.wavetank.model.client.cache.CachedObjects;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.cache.InformerHolder;
import dev.wavetank.model.scheduler.Scheduler;
import dev.wavetank.model.scheduler.SchedulerView;
import dev.wavetank.sim.component.Component;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the programs of a cluster have in their memories: the latest incarnation of each. */
final class ProgramMemories {

    private final Map<String, Component> latest = new LinkedHashMap<>();

    /** Remembers a new incarnation of a program, and returns it. */
    <C extends Component> C of(String name, C made) {
        latest.put(name, made);
        return made;
    }

    /** The memories of the schedulers that are at work. */
    List<SchedulerView> schedulers() {
        List<SchedulerView> views = new ArrayList<>();
        for (Component program : latest.values()) {
            if (program instanceof Scheduler scheduler) {
                scheduler.view().ifPresent(views::add);
            }
        }
        return views;
    }

    /** What the complete informers of all programs have. */
    List<CachedObjects> caches() {
        List<CachedObjects> caches = new ArrayList<>();
        latest.forEach((name, program) -> {
            if (program instanceof InformerHolder holder) {
                for (Informer<?> informer : holder.informers()) {
                    if (informer.isSynced()) {
                        caches.add(informer.content(name));
                    }
                }
            }
        });
        return caches;
    }
}
