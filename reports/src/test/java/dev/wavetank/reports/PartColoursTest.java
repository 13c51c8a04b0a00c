package dev.wavetank.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.trace.hop.Spent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What time was spent on can be told apart by its colour. */
class PartColoursTest {

    private static final Pattern FILL = Pattern.compile("(?m)^\\.part-([a-z-]+) \\{ fill: #([0-9a-f]{6}); }");
    private static final Pattern BACK =
            Pattern.compile("(?m)^\\.back-part-([a-z-]+) \\{ background: #([0-9a-f]{6}); }");

    /** Of colours as points with three coordinates from 0 to 255. */
    private static final double DISTANCE_MIN = 45;

    private final String style = HtmlAssets.ofRun().style();

    @Test
    void every_part_has_a_colour_in_bars_and_tables() {
        assertThat(colours(BACK)).isEqualTo(colours(FILL));
        for (Spent part : Spent.values()) {
            assertThat(colours(FILL)).containsKey(part.label());
        }
    }

    @Test
    void no_two_parts_look_alike() {
        Map<String, Integer> colours = colours(FILL);
        colours.forEach((one, colour) -> colours.forEach((other, otherColour) -> {
            if (!one.equals(other)) {
                assertThat(distance(colour, otherColour))
                        .as(one + " and " + other)
                        .isGreaterThan(DISTANCE_MIN);
            }
        }));
    }

    private Map<String, Integer> colours(Pattern pattern) {
        Map<String, Integer> colours = new LinkedHashMap<>();
        Matcher matcher = pattern.matcher(style);
        while (matcher.find()) {
            colours.put(matcher.group(1), Integer.parseInt(matcher.group(2), 16));
        }
        return colours;
    }

    private static double distance(int one, int other) {
        double sum = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            double difference = (one >> shift & 0xff) - (other >> shift & 0xff);
            sum += difference * difference;
        }
        return Math.sqrt(sum);
    }
}
