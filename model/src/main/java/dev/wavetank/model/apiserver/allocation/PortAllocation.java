package dev.wavetank.model.apiserver.allocation;

import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.apiserver.allocation.Claim.Held;
import dev.wavetank.model.apiserver.allocation.Claim.Places;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The ports that nodes open for services. All ports of one write are taken at once. */
final class PortAllocation {

    /** The ports that a trial shows for those that are to be found count from here. */
    private static final long TRIAL_PORT = 32768;

    private final StoredRange range;
    private final ServiceRanges ranges;
    private final KubernetesVersion version;

    PortAllocation(StoredRange range, ServiceRanges ranges, KubernetesVersion version) {
        this.range = range;
        this.ranges = ranges;
        this.version = version;
    }

    /** The places of what a service has. */
    List<Long> of(ServiceFields service) {
        List<Long> numbers = new ArrayList<>(service.nodePorts());
        if (service.needsHealthCheck() && service.healthCheckPort() > 0) {
            numbers.add(service.healthCheckPort());
        }
        return places(numbers);
    }

    private List<Long> places(List<Long> numbers) {
        List<Long> places = new ArrayList<>();
        for (long number : numbers) {
            if (contains(number)) {
                places.add(number - ranges.firstPort());
            }
        }
        return places;
    }

    private boolean contains(long number) {
        return number >= ranges.firstPort() && number < ranges.firstPort() + ranges.ports();
    }

    Completion<Claim> create(ServiceFields service, boolean dryRun) {
        return write(service, new ServiceFields(service.service().withSpec(null)), dryRun);
    }

    /** What both have stays, what is new is taken, and what is gone is left. */
    Completion<Claim> update(ServiceFields service, ServiceFields before, boolean dryRun) {
        return write(service, before, dryRun);
    }

    private Completion<Claim> write(ServiceFields service, ServiceFields before, boolean dryRun) {
        boolean isNeeded = service.hasNodePorts() || service.needsHealthCheck();
        if (!isNeeded) {
            return Completion.of(held(service, List.of(), before, dryRun));
        }
        return range.change(
                draft -> {
                    // Every attempt begins with what was asked, not with what an earlier one has found.
                    ServiceFields attempt = new ServiceFields(service.service());
                    Taking taking = new Taking(draft, before, dryRun);
                    Status refusal = taking.ports(attempt);
                    if (refusal != null) {
                        taking.undo();
                        return new Claim.Refused(refusal);
                    }
                    return held(attempt, taking.places(), before, dryRun);
                },
                Claim.Refused::new);
    }

    private Claim held(ServiceFields service, List<Long> taken, ServiceFields before, boolean dryRun) {
        List<Long> left = new ArrayList<>();
        if (!dryRun) {
            left.addAll(of(before));
            left.removeAll(of(service));
        }
        return new Held(service.service(), new Places(List.of(), taken), new Places(List.of(), left));
    }

    /** The ports that one write takes from a range. */
    private final class Taking {

        private final Draft draft;
        private final ServiceFields before;
        private final boolean dryRun;
        private final List<Long> numbers = new ArrayList<>();

        Taking(Draft draft, ServiceFields before, boolean dryRun) {
            this.draft = draft;
            this.before = before;
            this.dryRun = dryRun;
        }

        Status ports(ServiceFields service) {
            Map<Integer, Long> byPort = new LinkedHashMap<>();
            List<Service.Port> ports = service.ports();
            for (int i = 0; i < ports.size(); i++) {
                Service.Port port = ports.get(i);
                long wanted = ServiceFields.nodePort(port);
                Long shared = port.port() == null ? null : byPort.get(port.port());
                if (wanted == 0 && !service.takesNodePorts()) {
                    continue;
                }
                if (wanted == 0) {
                    // Ports of several protocols that have the same number share one on the nodes.
                    wanted = shared != null ? shared : any(port, ports);
                    if (wanted < 0) {
                        return ServiceFields.internalError("failed to allocate a nodePort: range is full");
                    }
                    service.setNodePort(i, wanted);
                }
                String why = before.nodePorts().contains(wanted) || numbers.contains(wanted) ? "" : take(wanted);
                if (!why.isEmpty()) {
                    FieldErrors errors = new FieldErrors(version);
                    errors.invalid("spec.ports[" + i + "].nodePort", Long.toString(wanted), why);
                    return errors.status("", "Service", service.name());
                }
                if (port.port() != null) {
                    byPort.put(port.port(), wanted);
                }
            }
            return healthCheck(service);
        }

        /** A number that another entry of the same port asks for, or any that is free. */
        private long any(Service.Port port, List<Service.Port> ports) {
            for (Service.Port other : ports) {
                if (ServiceFields.nodePort(other) != 0 && Objects.equals(other.port(), port.port())) {
                    return ServiceFields.nodePort(other);
                }
            }
            return any();
        }

        private long any() {
            if (dryRun) {
                long last = numbers.stream().mapToLong(Long::longValue).max().orElse(TRIAL_PORT);
                numbers.add(last + 1);
                return last + 1;
            }
            long place = draft.takeAny();
            if (place < 0) {
                return place;
            }
            numbers.add(ranges.firstPort() + place);
            return ranges.firstPort() + place;
        }

        /** Takes a port; says why not, or nothing. */
        private String take(long number) {
            if (!contains(number)) {
                return "provided port is not in the valid range. The range of valid ports is " + ranges.nodePorts();
            }
            long place = number - ranges.firstPort();
            if (dryRun ? draft.has(place) : !draft.take(place)) {
                return "provided port is already allocated";
            }
            numbers.add(number);
            return "";
        }

        private Status healthCheck(ServiceFields service) {
            if (!service.needsHealthCheck() || before.needsHealthCheck()) {
                return null;
            }
            long wanted = service.healthCheckPort();
            if (wanted != 0) {
                String why = take(wanted);
                return why.isEmpty()
                        ? null
                        : ServiceFields.internalError(
                                "failed to allocate requested HealthCheck NodePort " + wanted + ": " + why);
            }
            long found = any();
            if (found < 0) {
                return ServiceFields.internalError("failed to allocate a HealthCheck NodePort 0: range is full");
            }
            service.other().put("healthCheckNodePort", found);
            return null;
        }

        List<Long> places() {
            return dryRun ? List.of() : PortAllocation.this.places(numbers);
        }

        /** A refused write leaves the range as it was. */
        void undo() {
            PortAllocation.this.places(numbers).forEach(draft::release);
        }
    }
}
