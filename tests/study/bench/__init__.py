"""Tests of the suites."""
