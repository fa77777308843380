package com.example.catalogue;

import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

public final class Catalogue {

    private static final String PORT = "--server.port=";

    private Catalogue() {}

    public static void main(String[] args) throws Exception {
        int port = 8080;
        int threads = 50;
        for (String arg : args) {
            if (arg.startsWith(PORT)) {
                port = Integer.parseInt(arg.substring(PORT.length()));
            }
        }
        Server server = new Server(new QueuedThreadPool(threads));
        ServerConnector connector = new ServerConnector(server);
        connector.setPort(port);
        server.addConnector(connector);
        server.setHandler(new Routes());
        server.setStopAtShutdown(true);
        server.start();
        server.join();
    }
}
