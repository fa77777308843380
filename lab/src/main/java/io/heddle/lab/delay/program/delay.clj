;; Virtual threads that deref delays of 50 ms, again and again:
;; delay.clj local|escaped|shared THREADS SECONDS RUNS
(set! *warn-on-reflection* true)

(import '(java.util.concurrent.atomic LongAdder)
        '(jdk.jfr Recording)
        '(jdk.jfr.consumer RecordedEvent RecordingFile)
        '(java.nio.file Files Path)
        '(java.nio.file.attribute FileAttribute))

(defn fresh [] (delay (Thread/sleep 50) :done))

(defn local
  "A delay of the call's own that nobody else can see."
  []
  @(delay (Thread/sleep 50) :done))

(def kept (atom (fresh)))

(defn escaped
  "A delay of the call's own, put where other threads could see it."
  []
  (let [d (delay (Thread/sleep 50) :done)]
    (reset! kept d)
    @d))

(defn shared
  "One delay for all calls of a round, as in a cache: the first computes it, the others wait. Who has it puts a new one in its place, so that no call gets it twice."
  []
  (let [d @kept]
    @d
    (compare-and-set! kept d (fresh))))

(defn pins
  "Says how many pins of 20 ms and more a run had, and their time."
  [^Recording recording run]
  (let [^Path file (Files/createTempFile "delay" ".jfr" (make-array FileAttribute 0))]
    (.dump recording file)
    (let [all (filter (fn [^RecordedEvent e] (= "jdk.VirtualThreadPinned" (.getName (.getEventType e)))) (RecordingFile/readAllEvents file))]
      (println (str "pins" run "=" (count all)))
      (println (str "pinnedSeconds" run "=" (reduce + 0.0 (map (fn [^RecordedEvent e] (/ (.toMillis (.getDuration e)) 1000.0)) all)))))
    (Files/delete file)))

(let [[mode threads seconds runs] *command-line-args*
      handler (case mode "local" local "escaped" escaped "shared" shared)
      threads (Long/parseLong threads)
      seconds (Long/parseLong seconds)]
  (dotimes [run (Long/parseLong runs)]
    (with-open [recording (doto (Recording.) (.enable "jdk.VirtualThreadPinned") (.start))]
      (let [done (LongAdder.)
            end (+ (System/nanoTime) (* seconds 1000000000))
            work (fn []
                   (when (neg? (- (System/nanoTime) end))
                     (handler)
                     (when (neg? (- (System/nanoTime) end)) (.increment done))
                     (recur)))
            all (mapv (fn [_] (Thread/startVirtualThread work)) (range threads))]
        (run! (fn [^Thread t] (.join t)) all)
        (println (str "run" (inc run) "=" (/ (.sum done) (double seconds))))
        (.stop recording)
        (pins recording (inc run)))))
  (shutdown-agents))
