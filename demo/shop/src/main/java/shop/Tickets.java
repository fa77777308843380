package shop;

/** Hazards: waits on its monitor until somebody gives tickets back, and sleeps in it. */
final class Tickets {

    private static final int MOST = 3;

    private int out;
    private int last;

    synchronized int next() throws InterruptedException {
        while (out == MOST) {
            wait();
        }
        out++;
        Thread.sleep(1);
        return ++last;
    }

    synchronized void back() {
        out--;
        notifyAll();
    }
}
