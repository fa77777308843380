(ns kiosk.stall
  "Each of these blocks while it holds a monitor."
  (:require [kiosk.remote :as remote]))

(def lock (Object.))
(def cache (atom {}))

(defn by-var [_] (locking lock (remote/ask "/a")))
(defn by-dynamic-var [_] (locking lock (remote/*ask* "/a")))
(defn by-sleep [_] (locking lock (Thread/sleep 50)))

(defn guarded [f] (locking cache (f)))
(defn by-helper [request] (guarded (fn [] (remote/ask (:uri request)))))

(defn by-mapv [_] (locking lock (mapv remote/ask ["/a" "/b"])))
(defn by-doall [_] (locking lock (doall (map remote/ask ["/a" "/b"]))))
(defn by-into [_] (locking lock (into [] (map (fn [n] (remote/ask (str n)))) (range 3))))
(defn by-reduce [_] (locking lock (reduce (fn [all path] (str all (remote/ask path))) "" ["/a"])))
(defn by-run! [_] (locking lock (run! remote/ask ["/a"])))
(defn by-doseq [_] (locking lock (doseq [path ["/a" "/b"]] (remote/ask path))))
(defn by-apply [_] (locking lock (apply remote/ask ["/a"])))
(defn fill [all key] (assoc all key (remote/ask key)))
(defn by-swap! [_] (locking lock (swap! cache fill "/a")))
(defn by-update [all] (locking lock (update all :a remote/ask)))
(defn by-retry [_] (locking lock (remote/retry 3 #(remote/ask "/a"))))
(def ask-twice (comp remote/ask remote/ask))
(defn by-comp [_] (locking lock (ask-twice "/a")))
(def ask-a (partial remote/ask "/a"))
(defn by-partial [_] (locking lock (ask-a)))
(def remembered (memoize remote/ask))
(defn by-memoize [_] (locking lock (remembered "/a")))
(defn ask-all [& paths] (remote/ask (apply str paths)))
(defn by-variadic [_] (locking lock (ask-all "/a" "b" "c")))
(defn ask-long ^long [^long n] (remote/ask "/n") n)
(defn by-primitive [_] (locking lock (ask-long 3)))
(defn by-future [_] (locking lock @(future (remote/ask "/a"))))
(def ready (promise))
(defn by-promise [_] (locking lock @ready))
(defn by-slurp [_] (locking lock (slurp "http://localhost:9091/a")))

(defmulti pay :kind)
(defmethod pay :card [_] (remote/ask "/card"))
(defn by-multimethod [order] (locking lock (pay order)))

(defprotocol Store (put-it [store value]))
(defrecord RemoteStore [url] Store (put-it [_ _] (remote/ask url)))
(def store (->RemoteStore "/store"))
(defn by-protocol [_] (locking lock (put-it store 1)))

(defprotocol Audited (audit [subject]))
(extend-protocol Audited
  String (audit [text] (remote/ask text))
  Long (audit [number] (str number)))
(defn by-extend [_] (locking lock (audit "/audit")))

(defn by-for [paths] (locking lock (vec (for [path paths] (remote/ask path)))))
(defn all-of [paths] (for [path paths] (remote/ask path)))
(defn by-returned-for [paths] (locking lock (doall (all-of paths))))
(def chosen (if (Boolean/getBoolean "kiosk.twice") (fn [path] (str (remote/ask path))) (fn [path] (remote/ask path))))
(defn by-chosen [_] (locking lock (chosen "/a")))

(definterface Slow (flushSlowly []))
(deftype SlowWriter [path] Slow (flushSlowly [_] (remote/ask path)))
(def writer (SlowWriter. "/log"))
(defn by-reflection [writer] (locking lock (.flushSlowly writer)))
(defn by-reify [_]
  (let [task (reify Runnable (run [_] (remote/ask "/run")))]
    (locking lock (.run task))))
(defn by-untyped-client [_] (locking lock (remote/ask-untyped "/a")))
(defn wrap-lock [handler path] (fn [request] (locking path (remote/ask path)) (handler request)))
