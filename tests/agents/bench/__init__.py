"""Tests of runs, submissions and datasets."""
