;; A Ring handler on Jetty, as an adapter of Ring runs it: a request map in, a response map out.
(ns service
  (:import (javax.servlet.http HttpServletRequest HttpServletResponse)
           (org.eclipse.jetty.server Request Server ServerConnector)
           (org.eclipse.jetty.server.handler AbstractHandler)
           (org.eclipse.jetty.util.thread QueuedThreadPool)))

(set! *warn-on-reflection* true)

(defn kind []
  (let [thread (Thread/currentThread)]
    (str (if (.isVirtual thread) "virtual " "platform ") (.getName thread))))

(defn handler [{:keys [uri request-method body]}]
  (cond
    (= [:get "/"] [request-method uri]) (do (Thread/sleep 20) {:status 200 :body (kind)})
    (= [:get "/future"] [request-method uri]) {:status 200 :body @(future (Thread/sleep 20) (kind))}
    (= [:post "/echo"] [request-method uri]) (let [length (count (slurp body))]
                                               {:status 201 :headers {"X-Length" (str length)} :body (str "took " length " bytes")})
    :else {:status 404 :body "nothing here"}))

(defn request-map [^HttpServletRequest request]
  {:uri            (.getRequestURI request)
   :request-method (keyword (.toLowerCase (.getMethod request)))
   :body           (.getInputStream request)})

(defn respond [^HttpServletResponse response {:keys [status headers body]}]
  (.setStatus response (int status))
  (.setContentType response "text/plain")
  (doseq [[^String k ^String v] headers]
    (.setHeader response k v))
  (.print (.getWriter response) ^String body))

(defn adapter [handler]
  (proxy [AbstractHandler] []
    (handle [_ ^Request base request response]
      (respond response (handler (request-map request)))
      (.setHandled base true))))

(let [server    (Server. (QueuedThreadPool. 50))
      connector (doto (ServerConnector. server)
                  (.setHost "127.0.0.1")
                  (.setPort (Integer/parseInt (first *command-line-args*))))]
  (doto server
    (.addConnector connector)
    (.setHandler (adapter handler))
    (.start)
    (.join)))
