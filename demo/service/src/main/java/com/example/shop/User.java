package com.example.shop;

public record User(long id, String name, String email) {}
