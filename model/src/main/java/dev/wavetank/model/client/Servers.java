package dev.wavetank.model.client;

import java.util.List;

/**
 * The API servers that a client may talk to. It stays with one until the connection to that one is refused or
 * breaks; then it goes on to the next.
 */
final class Servers {

    private final List<String> names;
    private int current;

    /** Begins with the first of some names. */
    Servers(List<String> names) {
        this.names = List.copyOf(names);
    }

    int count() {
        return names.size();
    }

    /** The server to talk to now. */
    String current() {
        return names.get(current);
    }

    /** Goes on to the next one, unless that has been done already. */
    void leave(String server) {
        if (server.equals(current())) {
            current = (current + 1) % names.size();
        }
    }
}
