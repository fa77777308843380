package shop;

import java.io.Serial;
import java.io.Serializable;
import java.util.ArrayList;

/** Hazard that fix refuses: the class is serialised, so a new lock would be null where one is read. */
final class Basket implements Serializable {

    @Serial
    private static final long serialVersionUID = 1;

    private final ArrayList<String> items = new ArrayList<>();

    synchronized int add(String item) throws InterruptedException {
        items.add(item);
        Thread.sleep(1);
        return items.size();
    }
}
