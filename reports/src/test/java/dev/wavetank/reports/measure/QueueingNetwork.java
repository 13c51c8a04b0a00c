package dev.wavetank.reports.measure;

import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.Milestone.Point;
import dev.wavetank.model.trace.RunEnd;
import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.liveness.Outcome;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.Distribution.Exponential;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * Servers in a row on the kernel, each with one waiting line: M/M/1 with one server. A customer arrives every 2 ms and
 * is served for 1 ms by each server, both on average and both memoryless. Customers are reported as pods that are
 * created when they arrive and seen ready when they leave.
 */
record QueueingNetwork(int servers, long service) implements SeedRun {

    static final long WARM_UP = 100 * VirtualTime.MILLISECOND;
    private static final long LAST_ARRIVAL = 500 * VirtualTime.MILLISECOND;
    private static final Distribution BETWEEN_ARRIVALS = new Exponential(2 * VirtualTime.MILLISECOND);

    QueueingNetwork(int servers) {
        this(servers, VirtualTime.MILLISECOND);
    }

    @Override
    public RunEnd run(long seed, List<TraceSink> sinks) {
        Trace trace = new Trace();
        sinks.forEach(trace::addSink);
        Simulation simulation = new Simulation(seed, OrderPolicy.FIFO, trace);
        List<Server> row = new ArrayList<>();
        for (int i = servers - 1; i >= 0; i--) {
            row.add(0, new Server(simulation, i, service, row.isEmpty() ? null : row.get(0)));
        }
        arrive(simulation, simulation.random().stream("arrivals"), row.get(0), 0);
        simulation.run(RunLimits.UNTIL_QUIESCENT);
        return new Ended();
    }

    private static void arrive(Simulation simulation, RandomStream stream, Server first, int number) {
        simulation.schedule(BETWEEN_ARRIVALS.sample(stream), EventClass.WORK, () -> {
            if (simulation.now() < LAST_ARRIVAL) {
                String customer = "pod/default/customer-" + number;
                simulation.trace("source", new Milestone(Point.POD_CREATED, customer, null));
                first.enter(customer);
                arrive(simulation, stream, first, number + 1);
            }
        });
    }

    private static final class Server {
        private final Simulation simulation;
        private final RandomStream stream;
        private final Distribution service;
        private final Server next;
        private final Queue<String> line = new ArrayDeque<>();

        Server(Simulation simulation, int number, long service, Server next) {
            this.simulation = simulation;
            this.stream = simulation.random().stream("service-" + number);
            this.service = new Exponential(service);
            this.next = next;
        }

        void enter(String customer) {
            line.add(customer);
            if (line.size() == 1) {
                serve();
            }
        }

        private void serve() {
            simulation.schedule(service.sample(stream), EventClass.WORK, () -> {
                String served = line.remove();
                if (next == null) {
                    simulation.trace("sink", new Milestone(Point.SEEN_READY, served, null));
                } else {
                    next.enter(served);
                }
                if (!line.isEmpty()) {
                    serve();
                }
            });
        }
    }

    /** All customers have left. */
    record Ended() implements RunEnd {

        @Override
        public Outcome outcome() {
            return Outcome.HELD;
        }

        @Override
        public List<String> findings() {
            return List.of();
        }

        @Override
        public List<String> podsWanted() {
            return List.of();
        }

        @Override
        public int podsNeverCreated() {
            return 0;
        }
    }
}
