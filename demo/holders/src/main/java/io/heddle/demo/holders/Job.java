package io.heddle.demo.holders;

/// What a virtual thread does over and over.
interface Job {

    void once() throws Exception;
}
