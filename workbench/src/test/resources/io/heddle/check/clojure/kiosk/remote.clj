(ns kiosk.remote
  "Another service, which takes its time."
  (:import (java.net URI)
           (java.net.http HttpClient HttpRequest HttpResponse$BodyHandlers)))

(def ^HttpClient http (HttpClient/newHttpClient))
(def untyped-http (HttpClient/newHttpClient))

(defn ask [path]
  (let [request (.build (HttpRequest/newBuilder (URI/create (str "http://localhost:9091" path))))]
    (.body (.send http request (HttpResponse$BodyHandlers/ofString)))))

(defn ask-untyped [path]
  (let [request (.build (HttpRequest/newBuilder (URI/create (str "http://localhost:9091" path))))]
    (.send untyped-http request (HttpResponse$BodyHandlers/ofString))))

(defn ^:dynamic *ask* [path] (ask path))

(defn retry [times f]
  (loop [left times]
    (let [answer (try {:ok (f)} (catch Exception e {:error e}))]
      (if (or (:ok answer) (zero? left)) (:ok answer) (recur (dec left))))))
