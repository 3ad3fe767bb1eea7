"""Tests of the words of the companion command."""
