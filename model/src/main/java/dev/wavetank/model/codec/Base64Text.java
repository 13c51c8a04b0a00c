package dev.wavetank.model.codec;

/** Finds mistakes in base64 where Go's decoder finds them. */
final class Base64Text {

    private static final int GROUP = 4;

    private Base64Text() {}

    /** The position of the first mistake; -1 when there is none. Line ends are passed over. */
    static int mistake(String text) {
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
            boolean known =
                    c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/';
            if (!known) {
                return i;
            }
            count++;
        }
        return count % GROUP == 0 ? -1 : groupStart;
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
