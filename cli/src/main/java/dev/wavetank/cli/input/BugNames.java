package dev.wavetank.cli.input;

import dev.wavetank.properties.bugs.KnownBug;
import dev.wavetank.properties.bugs.KnownBugs;
import java.util.Iterator;

/** The names of the known bugs, looked up only when the help text is printed. */
public final class BugNames implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
        return KnownBugs.all().stream().map(KnownBug::name).iterator();
    }
}
