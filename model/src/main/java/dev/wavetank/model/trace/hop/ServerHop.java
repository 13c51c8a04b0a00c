package dev.wavetank.model.trace.hop;

/** A step of a request within the API server. */
public sealed interface ServerHop extends Hop {

    /**
     * The API server has found out who sends a request.
     *
     * @param user name of the user
     * @param groups of the user, separated by commas
     * @param method such as {@code token} or {@code x509}
     * @param agent name of the program that asks
     * @param request verb and path
     */
    record Authenticated(String user, String groups, String method, String agent, String request) implements ServerHop {

        @Override
        public Spent spent() {
            return Spent.NETWORK;
        }

        @Override
        public String type() {
            return "api.authenticated";
        }

        @Override
        public String subject() {
            return request;
        }

        @Override
        public void describe(Fields out) {
            out.text("user", user)
                    .text("groups", groups)
                    .text("method", method)
                    .text("agent", agent)
                    .text("request", request);
        }
    }

    /**
     * A request has waited until a processor of the server was free for it.
     *
     * @param request verb and path
     * @param waited how long, in nanoseconds
     * @param ago how long before this record the wait was over, in nanoseconds: the record is made when the processor
     *     has done its work
     */
    record Queued(String request, long waited, long ago) implements ServerHop {

        @Override
        public Spent spent() {
            return Spent.SERVER_QUEUE;
        }

        @Override
        public String type() {
            return "api.queued";
        }

        @Override
        public String subject() {
            return request;
        }

        @Override
        public void describe(Fields out) {
            out.text("request", request).number("waited", waited).number("ago", ago);
        }
    }

    /**
     * The API server permits a request, or forbids it.
     *
     * @param user name of the user
     * @param request verb and path
     * @param allowed whether it is permitted
     * @param by which authorizer decided, such as {@code AlwaysAllow}; empty when none did
     * @param reason the rule that permits it, or why none does; empty where the authorizer gives none
     */
    record Authorized(String user, String request, boolean allowed, String by, String reason) implements ServerHop {

        @Override
        public Spent spent() {
            return Spent.API_SERVER;
        }

        @Override
        public String type() {
            return "api.authorized";
        }

        @Override
        public String subject() {
            return request;
        }

        @Override
        public void describe(Fields out) {
            out.text("user", user)
                    .text("request", request)
                    .number("allowed", allowed ? 1 : 0)
                    .text("by", by)
                    .text("reason", reason);
        }
    }

    /**
     * The API server has made a name for a new object.
     *
     * @param prefix what the client wanted it to begin with: {@code generateName}
     * @param object resource and key
     */
    record Named(String prefix, String object) implements ServerHop {

        @Override
        public Spent spent() {
            return Spent.API_SERVER;
        }

        @Override
        public String type() {
            return "api.named";
        }

        @Override
        public String subject() {
            return object;
        }

        @Override
        public void describe(Fields out) {
            out.text("prefix", prefix).text("object", object);
        }
    }

    /**
     * An admission plugin has changed or refused an object, or took its time to leave it as it is.
     *
     * @param plugin name of the plugin
     * @param object resource and key
     * @param outcome which fields it changed, or why it refuses
     */
    record Admitted(String plugin, String object, String outcome) implements ServerHop {

        private static final String REFUSES = "refuses: ";

        /** The plugin refuses the object. */
        public static Admitted refusal(String plugin, String object, String why) {
            return new Admitted(plugin, object, REFUSES + why);
        }

        /** Whether the plugin refuses the object. */
        public boolean isRefusal() {
            return outcome.startsWith(REFUSES);
        }

        @Override
        public Spent spent() {
            return Spent.API_SERVER;
        }

        @Override
        public String type() {
            return "api.admission";
        }

        @Override
        public String subject() {
            return object;
        }

        @Override
        public void describe(Fields out) {
            out.text("plugin", plugin).text("object", object).text("outcome", outcome);
        }
    }
}
