package dev.wavetank.model.trace.hop;

/**
 * A worker of a controller takes a key.
 *
 * @param queue name of the work queue
 * @param key of the object
 */
public record DequeueHop(String queue, String key) implements Hop {

    @Override
    public Spent spent() {
        return Spent.QUEUED;
    }

    @Override
    public String type() {
        return "workqueue.taken";
    }

    @Override
    public String subject() {
        return key;
    }

    @Override
    public void describe(Fields out) {
        out.text("queue", queue).text("key", key);
    }
}
