package dev.wavetank.model.client;

import java.util.List;

/**
 * The API servers of a client. The client stays with one until a connection to it is refused or breaks; then it uses
 * the next.
 */
final class Servers {

    private final List<String> names;
    private int current;

    /** Begins with the first of the names, which are separated by commas. */
    Servers(List<String> names) {
        this.names = List.copyOf(names);
    }

    int count() {
        return names.size();
    }

    /** The server to use now. */
    String current() {
        return names.get(current);
    }

    /** Switches to the next server, unless that has been done already. */
    void leave(String server) {
        if (server.equals(current())) {
            current = (current + 1) % names.size();
        }
    }
}
