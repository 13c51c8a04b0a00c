package dev.wavetank.model.controller.horizontalpodautoscaler;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The proposal of one metric, or its failure.
 *
 * @param replicas proposed number
 * @param name name of the metric in Events
 * @param status the metric in the status, as a JSON tree
 * @param failure null on success
 */
record Proposal(int replicas, String name, Map<String, Object> status, Failure failure) {

    /**
     * Why there is no proposal.
     *
     * @param reason of the Event and the condition
     * @param text of the Event and the condition
     * @param summary the same in the text about all metrics
     */
    record Failure(String reason, String text, String summary) {}

    static Proposal failed(String reason, String text, String summary) {
        Map<String, Object> unknown = new LinkedHashMap<>();
        unknown.put("type", "");
        return new Proposal(0, "", unknown, new Failure(reason, text, summary));
    }
}
