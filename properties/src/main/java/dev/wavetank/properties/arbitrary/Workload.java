package dev.wavetank.properties.arbitrary;

import dev.wavetank.model.scenario.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The commands of a user for one Deployment, from creation to deletion.
 *
 * @param name of the Deployment, in the namespace {@code default}
 * @param replicas how many it has at first
 * @param cpuMillis cpu request of each of its pods, in thousandths of a core; 0 for none
 * @param createdAt virtual time in nanoseconds
 * @param scalings changes of its size, in order
 * @param deletedAfter how long after the last of these it is deleted, in nanoseconds; empty when it is not deleted
 */
public record Workload(
        String name, int replicas, int cpuMillis, long createdAt, List<Scaling> scalings, OptionalLong deletedAfter) {

    /** Keeps a copy of the list. */
    public Workload {
        scalings = List.copyOf(scalings);
    }

    /**
     * The user changes the number of replicas.
     *
     * @param after how long after the step before, in nanoseconds
     * @param replicas the new number
     */
    public record Scaling(long after, int replicas) {}

    /** The same life of a Deployment with another name. */
    Workload withName(String other) {
        return new Workload(other, replicas, cpuMillis, createdAt, scalings, deletedAfter);
    }

    /** The kubectl commands, in order of time. */
    public List<Command> commands() {
        List<Command> commands = new ArrayList<>();
        commands.add(new Command(createdAt, List.of("apply", "-f", fileName())));
        long now = createdAt;
        for (Scaling scaling : scalings) {
            now += scaling.after();
            commands.add(new Command(now, List.of("scale", "deployment/" + name, "--replicas=" + scaling.replicas())));
        }
        if (deletedAfter.isPresent()) {
            commands.add(new Command(now + deletedAfter.getAsLong(), List.of("delete", "deployment", name)));
        }
        return commands;
    }

    /** Name of the file that the first command applies. */
    public String fileName() {
        return name + ".yaml";
    }

    /** Text of that file. */
    public String manifest() {
        String requests = cpuMillis == 0 ? "{}" : "{cpu: " + cpuMillis + "m}";
        return """
                apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: %1$s
                spec:
                  replicas: %2$d
                  selector:
                    matchLabels:
                      app: %1$s
                  template:
                    metadata:
                      labels:
                        app: %1$s
                    spec:
                      containers:
                      - name: main
                        image: nginx:1.27
                        resources:
                          requests: %3$s
                """.formatted(name, replicas, requests);
    }
}
