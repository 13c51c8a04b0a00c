package dev.wavetank.cli.input;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Consecutive seeds.
 *
 * @param first the first one
 * @param count how many
 */
public record SeedRange(long first, long count) {

    /** Reads {@code A..B}, both ends included, or a single seed. */
    public static final class Converter implements ITypeConverter<SeedRange> {

        @Override
        public SeedRange convert(String text) {
            String[] ends = text.split("\\.\\.", -1);
            try {
                long first = Long.parseLong(ends[0]);
                long last = ends.length == 2 ? Long.parseLong(ends[1]) : first;
                if (ends.length <= 2 && last >= first && last - first >= 0 && last < Long.MAX_VALUE) {
                    return new SeedRange(first, last - first + 1);
                }
            } catch (NumberFormatException notNumbers) {
                if (text.matches("-?[0-9]+(\\.\\.-?[0-9]+)?")) {
                    throw new TypeConversionException(
                            "'" + text + "' has a seed of more than 64 bits: the greatest is " + (Long.MAX_VALUE - 1));
                }
            }
            throw new TypeConversionException(
                    "'" + text + "' is no range of seeds: write the first and the last, such as 1..1000");
        }
    }
}
