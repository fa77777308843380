package io.heddle.check.truth;

/// What a shape waits for, some 200 ms each: statements that `Waits` makes ready.
enum Sink {
    SLEEP("Thread.sleep(Waits.MILLIS);", "sleep"),
    PARK("LockSupport.parkNanos(Waits.MILLIS * 1_000_000L);", "park"),
    LOCK("Waits.LOCK.lock(); Waits.LOCK.unlock();", "a lock that another thread holds"),
    FUTURE("Waits.future.join();", "a future"),
    QUEUE("Waits.QUEUE.take();", "an empty queue"),
    NETWORK(
            "try (Socket socket = new Socket(\"127.0.0.1\", Waits.port)) { socket.getInputStream().read(); }",
            "a socket"),
    PROCESS("new ProcessBuilder(\"sleep\", \"0.2\").start().waitFor();", "another process"),
    WAIT("synchronized (Waits.MONITOR) { Waits.MONITOR.wait(Waits.MILLIS); }", "`Object.wait`"),
    FILE("try (FileInputStream in = new FileInputStream(Waits.PIPE)) { in.read(); }", "a slow file"),
    SPIN("while (Waits.busy) { }", "a spin on a field"),
    NOTHING("Waits.text = new StringBuilder().append(Waits.MILLIS).toString();", "nothing");

    private final String code;
    private final String words;

    Sink(String code, String words) {
        this.code = code;
        this.words = words;
    }

    String code() {
        return code;
    }

    String words() {
        return words;
    }
}
