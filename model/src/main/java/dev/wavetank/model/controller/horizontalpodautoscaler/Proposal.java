package dev.wavetank.model.controller.horizontalpodautoscaler;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one metric asks for, or why it cannot be told.
 *
 * @param replicas how many
 * @param name how Events name the metric
 * @param status what the status tells about the metric, as a JSON tree
 * @param failure null when all is well
 */
record Proposal(int replicas, String name, Map<String, Object> status, Failure failure) {

    /**
     * Why nothing can be told.
     *
     * @param reason of the Event and the condition
     * @param text of the Event and the condition
     * @param summary the same as part of the text about all metrics
     */
    record Failure(String reason, String text, String summary) {}

    static Proposal failed(String reason, String text, String summary) {
        Map<String, Object> unknown = new LinkedHashMap<>();
        unknown.put("type", "");
        return new Proposal(0, "", unknown, new Failure(reason, text, summary));
    }
}
