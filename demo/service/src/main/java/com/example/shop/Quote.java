package com.example.shop;

public record Quote(String text) {}
