/// What a shape does on a virtual thread.
public interface Task {

    void run() throws Exception;
}
