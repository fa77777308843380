;; Ring's own adapter for Jetty, with a handler that sleeps: ring.clj platform|virtual THREADS BACKLOG MILLIS
(require '[ring.adapter.jetty :as jetty])
(import '(java.util.concurrent Executors)
        '(org.eclipse.jetty.server Server ServerConnector)
        '(org.eclipse.jetty.util.thread QueuedThreadPool))

(let [[mode threads backlog millis] *command-line-args*
      threads (Integer/parseInt threads)
      backlog (Integer/parseInt backlog)
      millis (Long/parseLong millis)
      pool (QueuedThreadPool. threads threads)]
  (when (= mode "virtual")
    (.setVirtualThreadsExecutor pool (Executors/newVirtualThreadPerTaskExecutor)))
  (let [server (jetty/run-jetty (fn [_]
                                  (Thread/sleep millis)
                                  {:status 200 :body (if (.isVirtual (Thread/currentThread)) "virtual" "platform")})
                                {:host "127.0.0.1" :port 0 :join? false :thread-pool pool
                                 :configurator (fn [^Server server]
                                                 (doseq [^ServerConnector connector (.getConnectors server)]
                                                   (.setAcceptQueueSize connector backlog)))})]
    (println (str "port=" (.getLocalPort ^ServerConnector (first (.getConnectors ^Server server)))))))
