;; N pieces of work that each GET a slow page, once or more, by one of core.async's ways:
;; async.clj go|thread|io-thread|pipeline|pipeline-blocking|pipeline-async|"pipeline-async with io-thread" N URL ROUNDS
(require '[clojure.core.async :as a]
         'clojure.string)
(import '(java.lang.management ManagementFactory)
        '(java.util.concurrent ConcurrentHashMap)
        '(org.apache.http.client.methods HttpGet)
        '(org.apache.http.impl.client HttpClients)
        '(org.apache.http.impl.conn BasicHttpClientConnectionManager)
        '(org.apache.http.util EntityUtils))

(def kinds (ConcurrentHashMap.))
(def used (ConcurrentHashMap.))

(defn fetch
  "A connection of its own for each request, as clj-http does without a pool."
  [url]
  (let [t (Thread/currentThread)]
    (.put used (.threadId t) true)
    (.put kinds (if (.isVirtual t) "virtual" (.replaceAll (.getName t) "[0-9]+" "N")) true))
  (with-open [client (-> (HttpClients/custom) (.setConnectionManager (BasicHttpClientConnectionManager.)) (.build))
              response (.execute client (HttpGet. ^String url))]
    (EntityUtils/toString (.getEntity response))))

(defmacro io-thread-if-any
  "io-thread came with 1.8."
  [& body]
  (if (resolve 'clojure.core.async/io-thread) `(a/io-thread ~@body) `(throw (IllegalStateException. "no io-thread"))))

(defn take-all [channels] (run! a/<!! channels))

(defn drive [way n url]
  (case way
    "go" (take-all (doall (for [_ (range n)] (a/go (fetch url)))))
    "thread" (take-all (doall (for [_ (range n)] (a/thread (fetch url)))))
    "io-thread" (take-all (doall (for [_ (range n)] (io-thread-if-any (fetch url)))))
    (let [out (a/chan n)
          in (a/to-chan! (range n))]
      (case way
        "pipeline" (a/pipeline 50 out (map (fn [_] (fetch url))) in)
        "pipeline-blocking" (a/pipeline-blocking 50 out (map (fn [_] (fetch url))) in)
        "pipeline-async" (a/pipeline-async 50 out (fn [_ result] (a/go (a/>! result (fetch url)) (a/close! result))) in)
        "pipeline-async with io-thread" (a/pipeline-async 50 out (fn [_ result] (io-thread-if-any (a/>!! result (fetch url)) (a/close! result))) in))
      (loop [] (when (a/<!! out) (recur))))))

(defn cpu-nanos [] (.getProcessCpuTime ^com.sun.management.OperatingSystemMXBean (ManagementFactory/getOperatingSystemMXBean)))

(let [[way n url rounds] *command-line-args*
      n (Long/parseLong n)
      threads (ManagementFactory/getThreadMXBean)]
  (dotimes [round (Long/parseLong rounds)]
    (let [begin (System/nanoTime)
          cpu (cpu-nanos)]
      (drive way n url)
      (let [millis (/ (- (System/nanoTime) begin) 1e6)]
        (when (zero? round) (println (str "firstMillis=" millis)))
        (println (str "lastMillis=" millis))
        (println (str "lastCpuMillis=" (/ (- (cpu-nanos) cpu) 1e6))))))
  (println (str "threads=" (.getPeakThreadCount threads)))
  (println (str "used=" (.size used)))
  (println (str "kinds=" (clojure.string/join " " (sort (keys kinds)))))
  (System/exit 0))
