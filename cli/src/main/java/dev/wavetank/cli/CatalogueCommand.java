package dev.wavetank.cli;

import dev.wavetank.cli.result.Catalogue;
import dev.wavetank.cli.result.JsonResult;
import dev.wavetank.cli.terminal.Format;
import dev.wavetank.cli.terminal.Streams;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** A command that lists what can be named in another command or in a scenario. */
abstract class CatalogueCommand implements Runnable {

    private final Streams streams;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "text|json",
            defaultValue = "text",
            description = "Form of the result: text (default) or json.")
    private Format format;

    CatalogueCommand(Streams streams) {
        this.streams = streams;
    }

    /** The list to print. */
    abstract Catalogue catalogue();

    @Override
    public void run() {
        Catalogue catalogue = catalogue();
        print(catalogue.tree(), catalogue.text());
    }

    /** Prints a result in the form that was asked for. */
    final void print(Map<String, Object> tree, String text) {
        streams.out().println(format == Format.json ? JsonResult.write(tree) : text);
    }

    /** Where results go. */
    final Streams streams() {
        return streams;
    }

    /** Details of an entry, in this order. */
    static Map<String, String> details(String... namesAndValues) {
        Map<String, String> details = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            details.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return details;
    }
}
