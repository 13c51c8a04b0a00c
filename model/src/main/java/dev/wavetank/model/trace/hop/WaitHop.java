package dev.wavetank.model.trace.hop;

/** Something that a component has waited for is over. */
public sealed interface WaitHop extends Hop {

    /**
     * A part of a component has begun its work, late for what is waiting there: the component was starting, or had no
     * lease of its leader election.
     *
     * @param part such as {@code the watch of pods}
     * @param ago how long before this record, in nanoseconds
     */
    record Started(String part, long ago) implements WaitHop {

        @Override
        public Spent spent() {
            return Spent.LEASE;
        }

        @Override
        public String type() {
            return "component.working";
        }

        @Override
        public String subject() {
            return part;
        }

        @Override
        public void describe(Fields out) {
            out.text("part", part).number("ago", ago);
        }
    }

    /**
     * The back-off of something that failed is over, or the time after which it is to be looked at again.
     *
     * @param queue name of the work queue, or what else has a back-off
     * @param key of the object
     * @param failures how often it has failed in a row; 0 when it only waits
     * @param ago how long before this record, in nanoseconds
     */
    record BackedOff(String queue, String key, int failures, long ago) implements WaitHop {

        /** It is over now. */
        public BackedOff(String queue, String key, int failures) {
            this(queue, key, failures, 0);
        }

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
            out.text("queue", queue)
                    .text("key", key)
                    .number("failures", failures)
                    .number("ago", ago);
        }
    }

    /**
     * A client sends a request again, after the time that the server has asked it to wait.
     *
     * @param agent name of the program
     * @param request verb and what the request is about
     * @param code HTTP status code of the answer before
     */
    record Repeated(String agent, String request, int code) implements WaitHop {

        @Override
        public Spent spent() {
            return Spent.REFUSED;
        }

        @Override
        public String type() {
            return "client.repeated";
        }

        @Override
        public String subject() {
            return request;
        }

        @Override
        public String actor(String component) {
            return agent;
        }

        @Override
        public void describe(Fields out) {
            out.text("agent", agent).text("request", request).number("code", code);
        }
    }

    /**
     * What waits for its turn with a client that makes one request after the other has waited for requests that the
     * server refused, also such as have nothing to do with it.
     *
     * @param queue name of what waits, such as {@code status}
     * @param key of the object
     * @param refusals how many requests of the client were refused meanwhile
     * @param ago how long before this record, in nanoseconds
     */
    record Refused(String queue, String key, long refusals, long ago) implements WaitHop {

        @Override
        public Spent spent() {
            return Spent.REFUSED;
        }

        @Override
        public String type() {
            return "client.refused";
        }

        @Override
        public String subject() {
            return key;
        }

        @Override
        public void describe(Fields out) {
            out.text("queue", queue)
                    .text("key", key)
                    .number("refusals", refusals)
                    .number("ago", ago);
        }
    }
}
