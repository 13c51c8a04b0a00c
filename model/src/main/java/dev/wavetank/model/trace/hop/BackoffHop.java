package dev.wavetank.model.trace.hop;

/**
 * A key that failed, or that is to be looked at again, has waited long enough.
 *
 * @param queue name of the work queue
 * @param key of the object
 * @param failures how often it has failed in a row; 0 when it only waits
 */
public record BackoffHop(String queue, String key, int failures) implements Hop {

    @Override
    public Spent spent() {
        return Spent.BACK_OFF;
    }

    @Override
    public String type() {
        return "workqueue.due";
    }

    @Override
    public String subject() {
        return key;
    }

    @Override
    public void describe(Fields out) {
        out.text("queue", queue).text("key", key).number("failures", failures);
    }
}
