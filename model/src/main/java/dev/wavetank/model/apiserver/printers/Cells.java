package dev.wavetank.model.apiserver.printers;

import dev.wavetank.model.gotext.Ages;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes cells from their names in {@code columns.txt}: a word, then arguments. General ones:
 *
 * <ul>
 *   <li>{@code text path [otherwise]}, {@code number path}, {@code flag path}: what stands there
 *   <li>{@code named path}: {@code True}, {@code False} or {@code <unset>}
 *   <li>{@code ratio path path}: one number over the other
 *   <li>{@code age path [otherwise]}, {@code seconds path otherwise}: a duration
 *   <li>{@code size path...}: how many entries there are in all
 *   <li>{@code join path field}: that field of each object in a list
 *   <li>{@code labels path}, {@code selector path}, {@code selectorText path}: the last is empty rather than {@code
 *       <none>}
 * </ul>
 */
final class Cells {

    private static final long NANOS = 1_000_000_000L;

    private Cells() {}

    /**
     * The cell of a name.
     *
     * @throws IllegalArgumentException when there is no such cell
     */
    static Cell of(String text) {
        List<String> words = Arrays.asList(text.split(" "));
        String path = words.size() > 1 ? words.get(1) : "";
        String last = words.get(words.size() - 1);
        String otherwise = words.size() > 2 ? last : "";
        return switch (words.get(0)) {
            case "text" -> (object, now) -> object.text(path, otherwise);
            case "number" -> (object, now) -> object.number(path);
            case "flag" -> (object, now) -> object.flag(path);
            case "named" -> (object, now) -> named(object.at(path));
            case "ratio" -> (object, now) -> object.number(path) + "/" + object.number(last);
            case "age" ->
                (object, now) -> Ages.since(object.time(path), now, otherwise.isEmpty() ? "<unknown>" : otherwise);
            case "seconds" -> (object, now) -> object.has(path) ? Ages.of(object.number(path) * NANOS) : otherwise;
            case "size" ->
                (object, now) -> words.stream().skip(1).mapToLong(object::size).sum();
            case "join" -> (object, now) -> join(object, path, last);
            case "labels" -> (object, now) -> SelectorText.labels(object.map(path));
            case "selector" -> (object, now) -> orNone(SelectorText.requirements(object.inner(path)));
            case "selectorText" -> (object, now) -> SelectorText.requirements(object.inner(path));
            case "created" -> (object, now) -> created(object.time("metadata.creationTimestamp"));
            default -> special(words.get(0), path);
        };
    }

    private static Cell special(String name, String argument) {
        boolean modern = argument.equals("modern");
        return switch (name) {
            case "podReady" -> PodCells::ready;
            case "podStatus" -> (pod, now) -> PodCells.status(pod, modern);
            case "podRestarts" -> (pod, now) -> PodCells.restarts(pod, modern, now);
            case "podIp" -> PodCells::ip;
            case "podGates" -> PodCells::gates;
            case "nodeStatus" -> NodeCells::status;
            case "nodeRoles" -> NodeCells::roles;
            case "nodeAddress" -> (node, now) -> NodeCells.address(node, argument);
            case "eventLast" -> EventCells::last;
            case "eventFirst" -> EventCells::first;
            case "eventCount" -> EventCells::count;
            case "eventObject" -> EventCells::object;
            case "eventSource" -> argument.equals("host") ? EventCells::sourceOnHost : EventCells::source;
            case "eventMessage" -> EventCells::message;
            case "jobCompletions" -> WorkloadCells::jobCompletions;
            case "jobDuration" -> WorkloadCells::jobDuration;
            case "jobStatus" -> WorkloadCells::jobStatus;
            case "scaleTarget" -> WorkloadCells::scaleTarget;
            case "scaleMetrics" -> (object, now) -> WorkloadCells.scaleMetrics(object, argument.equals("named"));
            case "controller" -> WorkloadCells::controller;
            default -> moreSpecial(name, argument);
        };
    }

    private static Cell moreSpecial(String name, String argument) {
        return switch (name) {
            case "serviceIp" -> NetworkCells::serviceIp;
            case "serviceExternalIp" -> NetworkCells::serviceExternalIp;
            case "servicePorts" -> NetworkCells::servicePorts;
            case "endpoints" -> NetworkCells::endpoints;
            case "slicePorts" -> NetworkCells::slicePorts;
            case "sliceEndpoints" -> NetworkCells::sliceEndpoints;
            case "ingressHosts" -> NetworkCells::ingressHosts;
            case "ingressAddress" -> NetworkCells::ingressAddress;
            case "ingressPorts" -> NetworkCells::ingressPorts;
            case "classParameters" -> NetworkCells::classParameters;
            case "accessModes" -> (volume, now) -> StorageCells.accessModes(volume, argument);
            case "volumePhase" -> StorageCells::phase;
            case "volumeClaim" -> StorageCells::volumeClaim;
            case "claimCapacity" -> StorageCells::claimCapacity;
            case "claimModes" -> StorageCells::claimModes;
            case "className" -> StorageCells::className;
            case "componentHealth" -> PolicyCells::componentHealth;
            case "componentWords" -> (status, now) -> PolicyCells.componentWords(status, argument);
            case "quota" -> (quota, now) -> PolicyCells.quota(quota, argument.equals("limits"));
            case "roleRef" -> PolicyCells::roleRef;
            case "subjects" -> (binding, now) -> PolicyCells.subjects(binding, argument);
            case "requestCondition" -> PolicyCells::requestCondition;
            case "apiService" -> PolicyCells::apiService;
            case "apiAvailable" -> PolicyCells::apiAvailable;
            default -> throw new IllegalArgumentException("columns.txt names a cell that there is not: " + name);
        };
    }

    private static String named(Object flag) {
        return flag == null ? "<unset>" : Boolean.TRUE.equals(flag) ? "True" : "False";
    }

    private static String join(Fields object, String path, String field) {
        List<String> texts = new ArrayList<>();
        object.list(path).forEach(item -> texts.add(item.text(field)));
        return String.join(",", texts);
    }

    private static String orNone(String text) {
        return text.isEmpty() ? SelectorText.NONE : text;
    }

    private static Object created(Instant instant) {
        return instant == null ? null : instant.toString();
    }
}
