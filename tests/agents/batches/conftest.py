"""Compile without optimisation: the tests run many small JAX programs once each."""

import os

QUICKLY = "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true"
os.environ.setdefault("XLA_FLAGS", QUICKLY)
