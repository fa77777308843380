;; Virtual threads that each make a delay of 50 ms and deref it, again and again:
;; delay.clj local|shared THREADS SECONDS RUNS
(set! *warn-on-reflection* true)

(import '(java.util.concurrent.atomic LongAdder)
        '(jdk.jfr Recording)
        '(jdk.jfr.consumer RecordedEvent RecordingFile)
        '(java.nio.file Files Path)
        '(java.nio.file.attribute FileAttribute))

(defn local [] @(delay (Thread/sleep 50) :done))

(def kept (atom nil))

(defn shared
  "The delay is put where other threads could see it, as in a cache."
  []
  (let [d (delay (Thread/sleep 50) :done)]
    (reset! kept d)
    @d))

(let [[mode threads seconds runs] *command-line-args*
      handler (case mode "local" local "shared" shared)
      threads (Long/parseLong threads)
      seconds (Long/parseLong seconds)]
  (dotimes [run (Long/parseLong runs)]
    (let [recording (doto (Recording.) (.enable "jdk.VirtualThreadPinned"))
          _ (when (zero? run) (.start recording))
          done (LongAdder.)
          end (+ (System/nanoTime) (* seconds 1000000000))
          work (fn []
                 (when (neg? (- (System/nanoTime) end))
                   (handler)
                   (when (neg? (- (System/nanoTime) end)) (.increment done))
                   (recur)))
          all (mapv (fn [_] (Thread/startVirtualThread work)) (range threads))]
      (run! (fn [^Thread t] (.join t)) all)
      (println (str "run" (inc run) "=" (/ (.sum done) (double seconds))))
      (when (zero? run)
        (.stop recording)
        (let [^Path file (Files/createTempFile "delay" ".jfr" (make-array FileAttribute 0))]
          (.dump recording file)
          (let [pins (filter (fn [^RecordedEvent e] (= "jdk.VirtualThreadPinned" (.getName (.getEventType e)))) (RecordingFile/readAllEvents file))]
            (println (str "pins=" (count pins)))
            (println (str "pinnedSeconds=" (reduce + 0.0 (map (fn [^RecordedEvent e] (/ (.toMillis (.getDuration e)) 1000.0)) pins)))))
          (Files/delete file)))
      (.close recording)))
  (shutdown-agents))
