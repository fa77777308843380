import java.io.*;
import java.net.*;
/// Answers each command of Redis with a pong, or OK.

final class Redis {
    static int start() throws IOException {
        ServerSocket s = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(() -> {
            while (true) {
                try {
                    Socket c = s.accept();
                    Thread.ofPlatform().daemon().start(() -> serve(c));
                } catch (IOException e) {
                    return;
                }
            }
        });
        return s.getLocalPort();
    }

    private static void serve(Socket c) {
        try (c) {
            BufferedReader in = new BufferedReader(new InputStreamReader(c.getInputStream()));
            for (String l = in.readLine(); l != null; l = in.readLine()) {
                int n = Integer.parseInt(l.substring(1));
                String first = "";
                for (int i = 0; i < n; i++) {
                    in.readLine();
                    String w = in.readLine();
                    if (i == 0) first = w;
                }
                c.getOutputStream().write((first.equalsIgnoreCase("PING") ? "+PONG\r\n" : "+OK\r\n").getBytes());
                c.getOutputStream().flush();
            }
        } catch (IOException | RuntimeException e) {
        }
    }
}
