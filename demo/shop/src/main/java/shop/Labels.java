package shop;

/** Hazard: keeps a buffer in each thread, and there is a thread for each request. */
final class Labels {

    private static final ThreadLocal<StringBuilder> BUFFERS = ThreadLocal.withInitial(() -> new StringBuilder(4096));

    private Labels() {}

    static String of(String item, int amount) {
        StringBuilder label = BUFFERS.get();
        label.setLength(0);
        label.append(amount).append(" x ").append(item);
        return label.toString();
    }
}
