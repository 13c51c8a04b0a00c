package dev.wavetank.sim.determinism;

import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * The text form of a {@link Recording}, which one JVM sends to another. Plain ASCII, words separated by tabs:
 *
 * <pre>
 * recording 1                                 version of this form
 * skipped 0                                   records before anybody listened
 * checkpoint 8f0c...                          one for every 1,024 records
 * end 2600 03ac... 03ac...                    how many records, the fingerprint, and that of what was told
 * kept 1025 2                                 place of the first record that follows, and how many do
 * record 1025 12030000 7 depot parcel.sent =parcel north/17 #attempt 2 !shelf -
 * record ...                                  number, time, cause, component, type; then name and value of each field
 * </pre>
 *
 * <p>A field is a text ({@code =}), a number ({@code #}) or absent ({@code !}). What is not printable ASCII, and the
 * backslash, is written as a backslash, {@code u} and four hexadecimal digits.
 */
public final class RecordingText {

    private static final String VERSION = "1";
    private static final int COLUMNS = 6;

    private RecordingText() {}

    /** The lines of a recording. */
    public static List<String> write(Recording recording) {
        RunDigest outline = recording.outline();
        List<String> lines = new ArrayList<>();
        lines.add("recording\t" + VERSION);
        lines.add("skipped\t" + outline.skipped());
        outline.checkpoints().forEach(checkpoint -> lines.add("checkpoint\t" + checkpoint));
        lines.add("end\t" + outline.count() + "\t" + outline.fingerprint() + "\t" + outline.received());
        lines.add("kept\t" + recording.keptFrom() + "\t" + recording.kept().size());
        recording.kept().forEach(entry -> lines.add(line(entry)));
        return lines;
    }

    /**
     * Reads the lines of a recording.
     *
     * @throws IllegalArgumentException when they are not one, or not all of it, naming the line
     */
    public static Recording read(List<String> lines) {
        int number = 0;
        try {
            expect("recording", VERSION, lines.get(number++));
            long skipped = Long.parseLong(words("skipped", 2, lines.get(number++))[1]);
            List<String> checkpoints = new ArrayList<>();
            while (lines.get(number).startsWith("checkpoint\t")) {
                checkpoints.add(words("checkpoint", 2, lines.get(number++))[1]);
            }
            String[] end = words("end", 4, lines.get(number++));
            String[] keeping = words("kept", 3, lines.get(number++));
            List<TraceEntry> kept = new ArrayList<>();
            for (int left = Integer.parseInt(keeping[2]); left > 0; left--) {
                kept.add(entry(lines.get(number++)));
            }
            RunDigest outline = new RunDigest(skipped, Long.parseLong(end[1]), end[2], end[3], checkpoints);
            return new Recording(outline, Long.parseLong(keeping[1]), kept);
        } catch (IndexOutOfBoundsException cut) {
            throw new IllegalArgumentException("the recording is cut off after line " + lines.size(), cut);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException("line " + number + " of the recording: " + wrong.getMessage(), wrong);
        }
    }

    private static String line(TraceEntry entry) {
        StringBuilder line = new StringBuilder(128);
        line.append("record\t").append(entry.number()).append('\t').append(entry.time());
        line.append('\t').append(entry.cause()).append('\t');
        escape(entry.component(), line);
        line.append('\t');
        escape(entry.record().type(), line);
        for (FlatRecord.Field field : FlatRecord.of(entry.record()).fields()) {
            char kind = field.value() == null ? '!' : field.value() instanceof Long ? '#' : '=';
            line.append('\t').append(kind);
            escape(field.name(), line);
            line.append('\t');
            escape(field.value() == null ? "-" : field.value().toString(), line);
        }
        return line.toString();
    }

    private static TraceEntry entry(String line) {
        String[] words = line.split("\t", -1);
        if (words.length < COLUMNS || words.length % 2 != 0 || !words[0].equals("record")) {
            throw new NumberFormatException("expected a record, found '" + line + "'");
        }
        List<FlatRecord.Field> fields = new ArrayList<>();
        for (int i = COLUMNS; i < words.length; i += 2) {
            String name = unescape(words[i].substring(1));
            String value = words[i + 1];
            fields.add(new FlatRecord.Field(
                    name,
                    switch (words[i].charAt(0)) {
                        case '=' -> unescape(value);
                        case '#' -> Long.valueOf(value);
                        default -> null;
                    }));
        }
        return new TraceEntry(
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                unescape(words[4]),
                Long.parseLong(words[3]),
                new FlatRecord(unescape(words[5]), fields));
    }

    private static void expect(String key, String value, String line) {
        if (!words(key, 2, line)[1].equals(value)) {
            throw new NumberFormatException("expected '" + key + " " + value + "', found '" + line + "'");
        }
    }

    private static String[] words(String key, int count, String line) {
        String[] words = line.split("\t", -1);
        if (words.length != count || !words[0].equals(key)) {
            throw new NumberFormatException("expected '" + key + "', found '" + line + "'");
        }
        return words;
    }

    private static void escape(String text, StringBuilder out) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c <= '~' && c != '\\') {
                out.append(c);
            } else {
                out.append("\\u").append(Integer.toHexString(0x10000 | c), 1, 5);
            }
        }
    }

    private static String unescape(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                plain.append((char) Integer.parseInt(text.substring(i + 2, i + 6), 16));
                i += 5;
            } else {
                plain.append(text.charAt(i));
            }
        }
        return plain.toString();
    }
}
