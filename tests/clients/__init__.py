"""Tests of the packages in `clients/`, which stand on their own."""
