package dev.wavetank.model.trace.hop;

/**
 * The kubelet asks its runtime for an image whose pull had to wait for others.
 *
 * @param image its name
 * @param waited how long it waited, in nanoseconds
 */
public record PullHop(String image, long waited) implements Hop {

    @Override
    public Spent spent() {
        return Spent.PULL_QUEUE;
    }

    @Override
    public String type() {
        return "kubelet.pull";
    }

    @Override
    public String subject() {
        return "image/" + image;
    }

    @Override
    public void describe(Fields out) {
        out.text("image", image).number("waited", waited);
    }
}
