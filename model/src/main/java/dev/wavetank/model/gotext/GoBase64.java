package dev.wavetank.model.gotext;

/** Finds mistakes in base64 where Go's {@code encoding/base64} finds them. */
public final class GoBase64 {

    private static final int GROUP = 4;

    private GoBase64() {}

    /** The position of the first mistake in standard, padded base64; -1 when there is none. Line ends do not count. */
    public static int mistake(String text) {
        int count = 0;
        int groupStart = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n' || c == '\r') {
                continue;
            }
            if (count % GROUP == 0) {
                groupStart = i;
            }
            if (c == '=') {
                return padding(text, i, count % GROUP);
            }
            if (!isLetterOrDigit(c) && c != '+' && c != '/') {
                return i;
            }
            count++;
        }
        return count % GROUP == 0 ? -1 : groupStart;
    }

    /** The position of the first mistake in unpadded base64 for URLs; -1 when there is none. */
    public static int mistakeInRawUrl(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!isLetterOrDigit(c) && c != '-' && c != '_') {
                return i;
            }
        }
        return text.length() % GROUP == 1 ? text.length() - 1 : -1;
    }

    private static boolean isLetterOrDigit(char c) {
        return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
    }

    /** A group ends with one or two signs of padding, and nothing follows. */
    private static int padding(String text, int at, int inGroup) {
        if (inGroup < 2) {
            return at;
        }
        String rest = text.substring(at).replace("\n", "").replace("\r", "");
        String expected = inGroup == 2 ? "==" : "=";
        if (rest.equals(expected)) {
            return -1;
        }
        return rest.startsWith(expected) ? at + expected.length() : text.length();
    }
}
