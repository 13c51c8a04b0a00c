package dev.wavetank.model.cluster;

import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.scheduler.Scheduler;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.network.Network;

/** The schedulers of a cluster. */
final class SchedulerPrograms {

    private SchedulerPrograms() {}

    /** Adds those of a blueprint. */
    static void add(
            ClusterBlueprint blueprint,
            ClusterClients clients,
            Network network,
            Components components,
            Supervisor supervisor,
            ProgramMemories memories) {
        blueprint.schedulers().forEach((name, scheduler) -> {
            ApiClient.Credentials credentials =
                    new ApiClient.Credentials(clients.serversFor(name), Scheduler.NAME, Scheduler.NAME);
            components.add(
                    name,
                    context -> memories.of(
                            name,
                            new Scheduler(
                                    context,
                                    network,
                                    credentials,
                                    scheduler.settings(),
                                    scheduler.profiles(),
                                    blueprint.parts().scheduler(),
                                    () -> supervisor.exit(name))));
        });
    }
}
